type Act = (field: HTMLTextAreaElement) => void

const acts: Readonly<Record<string, Act>> = {
  heading: (field) => markLines(field, () => '### '),
  bold: (field) => wrap(field, '**'),
  italic: (field) => wrap(field, '_'),
  quote: (field) => markLines(field, () => '> '),
  code: (field) => (selected(field).includes('\n') ? wrap(field, '\n```\n') : wrap(field, '`')),
  link: (field) => {
    const text = selected(field)
    if (/^https?:\/\/\S+$/.test(text)) replace(field, `[](${text})`, 1)
    else replace(field, `[${text}]()`, text.length + 3)
  },
  bullets: (field) => markLines(field, () => '- '),
  numbers: (field) => markLines(field, (index) => `${index + 1}. `),
  tasks: (field) => markLines(field, () => '- [ ] '),
}

const keys: Readonly<Record<string, string>> = { b: 'bold', i: 'italic', e: 'code', k: 'link' }

/** The row of buttons above a text, their keys, and lists that go on by themselves. */
export function enhanceMarkdownTools(
  editor: HTMLElement,
  field: HTMLTextAreaElement,
  upload: (files: readonly File[]) => void,
): void {
  const bar = editor.querySelector<HTMLElement>('[data-md-tools]')
  if (bar === null) return
  bar.hidden = false
  const buttons = [...bar.querySelectorAll<HTMLButtonElement>('[data-md-act]')]
  for (const button of buttons) {
    button.addEventListener('click', () => {
      const name = button.dataset['mdAct'] ?? ''
      if (name === 'attach') choose(upload)
      else acts[name]?.(field)
    })
  }
  bar.addEventListener('keydown', (event) => walk(buttons, event))
  field.addEventListener('keydown', (event) => {
    const name = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey ? keys[event.key] : undefined
    if (name !== undefined) {
      event.preventDefault()
      acts[name]?.(field)
    } else if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.isComposing) {
      goOn(field, event)
    }
  })
}

/** Arrows go through the bar, which is one stop for Tab. */
function walk(buttons: readonly HTMLButtonElement[], event: KeyboardEvent): void {
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }
  const step = steps[event.key]
  const at = buttons.findIndex((button) => button === document.activeElement)
  if (step === undefined || at === -1) return
  event.preventDefault()
  const next = buttons[(at + step + buttons.length) % buttons.length]
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1
  next?.focus()
}

function choose(upload: (files: readonly File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.addEventListener('change', () => upload([...(input.files ?? [])]))
  input.click()
}

function selected(field: HTMLTextAreaElement): string {
  return field.value.slice(field.selectionStart, field.selectionEnd)
}

/** As if it had been typed, so that it can be undone; `cursor` counts from the first character. */
function replace(field: HTMLTextAreaElement, text: string, cursor: number): void {
  const from = field.selectionStart
  field.focus()
  // What else edits a field as a person would is yet to come.
  if (!document.execCommand('insertText', false, text)) {
    field.setRangeText(text, from, field.selectionEnd, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(from + cursor, from + cursor)
}

function wrap(field: HTMLTextAreaElement, mark: string): void {
  const text = selected(field)
  replace(field, `${mark}${text}${mark}`, text === '' ? mark.length : mark.length * 2 + text.length)
}

/** Puts a mark before each line that is touched, or takes it away where all have it. */
function markLines(field: HTMLTextAreaElement, markOf: (index: number) => string): void {
  const from = field.value.lastIndexOf('\n', field.selectionStart - 1) + 1
  const to = field.selectionEnd
  field.setSelectionRange(from, to)
  const lines = selected(field).split('\n')
  const isMarked = lines.every((line, index) => line.startsWith(markOf(index)))
  const text = lines
    .map((line, index) => (isMarked ? line.slice(markOf(index).length) : markOf(index) + line))
    .join('\n')
  replace(field, text, text.length)
}

/** Enter in a list begins the next entry; in an empty entry it ends the list. */
function goOn(field: HTMLTextAreaElement, event: KeyboardEvent): void {
  if (event.defaultPrevented || field.selectionStart !== field.selectionEnd) return
  const from = field.value.lastIndexOf('\n', field.selectionStart - 1) + 1
  const line = field.value.slice(from, field.selectionStart)
  const [, space = '', mark = '', box = '', rest = ''] =
    /^(\s*)([-*+]|\d{1,9}[.)])\s(\[[ xX]\]\s)?(.*)$/.exec(line) ?? []
  if (mark === '') return
  event.preventDefault()
  if (rest.trim() === '') {
    field.setSelectionRange(from, field.selectionStart)
    replace(field, '', 0)
    return
  }
  const next = /^\d/.test(mark) ? `${Number.parseInt(mark, 10) + 1}${mark.at(-1)}` : mark
  const text = `\n${space}${next} ${box === '' ? '' : '[ ] '}`
  replace(field, text, text.length)
}
