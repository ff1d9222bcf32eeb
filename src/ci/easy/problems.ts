import type { FileError } from '../plan.ts'

/** More would not be read. */
const most = 50

/** What is wrong with a file, each once, in the order of the text. */
export class Problems {
  readonly text: string
  readonly #lineStarts: readonly number[]
  readonly #found = new Map<string, FileError & { readonly at: number }>()

  constructor(text: string) {
    const starts = [0]
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    this.#lineStarts = starts
    this.text = text
  }

  get none(): boolean {
    return this.#found.size === 0
  }

  /** `at` counts from 0, in the text as a whole. */
  add(at: number, message: string): void {
    const within = Math.max(0, Math.min(at, this.text.length))
    const key = `${within} ${message}`
    // Enough to choose the first fifty from; a hostile file must not make us collect without end.
    if (this.#found.size >= most * 20 || this.#found.has(key)) return
    this.#found.set(key, { at: within, ...this.#place(within), message })
  }

  list(): readonly FileError[] {
    const sorted = [...this.#found.values()].toSorted((a, b) => a.at - b.at)
    return sorted.slice(0, most).map(({ line, column, message }) => ({ line, column, message }))
  }

  #place(at: number): { readonly line: number; readonly column: number } {
    let low = 0
    let high = this.#lineStarts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#lineStarts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (this.#lineStarts[low] ?? 0) + 1 }
  }
}

const longestShown = 60

/** Text of the file inside a message: one line of bounded length, without anything that moves a terminal's cursor. */
export function shown(text: string): string {
  const cut = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
  return cut.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}')
}
