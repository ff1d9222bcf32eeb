/** A line of a task list: what stands before its box, and whether it is ticked. */
const task = /^((?:\s*>)*\s*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])(?=\](?:\s|$))/
const fence = /^(?:\s*>)*\s*(`{3,}|~{3,})/

interface Found {
  readonly line: number
  readonly isDone: boolean
}

/** The tasks of a text in their order, as Markdown shows them: what stands in code is none. */
function findTasks(lines: readonly string[]): readonly Found[] {
  const found: Found[] = []
  let open: string | null = null
  for (const [line, text] of lines.entries()) {
    const mark = fence.exec(text)?.[1]
    if (open !== null) {
      if (mark !== undefined && mark[0] === open[0] && mark.length >= open.length) open = null
    } else if (mark !== undefined) open = mark
    else {
      const box = task.exec(text)?.[2]
      if (box !== undefined) found.push({ line, isDone: box !== ' ' })
    }
  }
  return found
}

export function countTasks(text: string): { readonly done: number; readonly total: number } {
  if (!text.includes('[')) return { done: 0, total: 0 }
  const tasks = findTasks(text.split('\n'))
  return { done: tasks.filter(({ isDone }) => isDone).length, total: tasks.length }
}

/** The text with its task number `index` ticked or not; null where it has no such task, or that is so already. */
export function withTask(text: string, index: number, isDone: boolean): string | null {
  const lines = text.split('\n')
  const found = findTasks(lines)[index]
  if (found === undefined || found.isDone === isDone) return null
  return lines.map((line, at) => (at === found.line ? line.replace(task, `$1${isDone ? 'x' : ' '}`) : line)).join('\n')
}
