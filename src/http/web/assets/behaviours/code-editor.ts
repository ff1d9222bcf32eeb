import { enhanceFinding } from './find-in-text.ts'
import { replaceText } from './typed-text.ts'

const wrapKey = 'editor wraps lines'

/** A field for a file's text: numbered lines, keys that indent, a bar to find things with. */
export function enhanceCodeEditors(): void {
  for (const editor of document.querySelectorAll<HTMLElement>('[data-code-editor]')) {
    const field = editor.querySelector('textarea')
    const status = editor.querySelector<HTMLElement>('[data-editor-status]')
    if (field === null || status === null) continue
    numberLines(editor, field)
    indentByKeys(editor, field, status)
    enhanceFinding(editor, field, status)
    wrapOnDemand(editor, field)
    goOnByKeys(field)
    editor.querySelector('[data-editor-bar]')?.removeAttribute('hidden')
  }
}

/** Beside lines that are not wrapped: only then each takes one row. */
function numberLines(editor: HTMLElement, field: HTMLTextAreaElement): void {
  const gutter = editor.querySelector<HTMLElement>('[data-editor-gutter]')
  if (gutter === null) return
  let shown = 0
  const follow = (): void => {
    gutter.scrollTop = field.scrollTop
  }
  const count = (): void => {
    const lines = field.value.split('\n').length
    if (lines !== shown) {
      shown = lines
      gutter.textContent = Array.from({ length: lines }, (_, index) => String(index + 1)).join('\n')
      editor.style.setProperty('--digits', String(Math.max(2, String(lines).length)))
    }
    follow()
  }
  gutter.hidden = false
  editor.dataset['numbered'] = ''
  field.addEventListener('input', count)
  field.addEventListener('scroll', follow)
  addEventListener('pageshow', count)
  count()
}

function indentByKeys(editor: HTMLElement, field: HTMLTextAreaElement, status: HTMLElement): void {
  const hint = editor.querySelector<HTMLElement>('[data-editor-keys]')
  if (hint !== null) {
    hint.hidden = false
    field.setAttribute('aria-describedby', `${field.getAttribute('aria-describedby') ?? ''} ${hint.id}`.trim())
  }
  // Whoever works by keys alone must get out again.
  let isLeaving = false
  field.addEventListener('blur', () => {
    isLeaving = false
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Escape') {
      isLeaving = true
      status.textContent = 'Tab now leaves the editor.'
    } else if (event.key === 'Tab' && !isLeaving) {
      event.preventDefault()
      if (event.shiftKey) outdent(field)
      else indent(field)
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      replaceText(field, field.selectionStart, field.selectionEnd, `\n${indentBefore(field)}`)
    } else if (event.key !== 'Shift' && event.key !== 'Tab') isLeaving = false
  })
}

/** What saves elsewhere leads on to what is said of the change, and there it is sent: nothing is committed by a slip. */
function goOnByKeys(field: HTMLTextAreaElement): void {
  const message = field.form?.querySelector<HTMLTextAreaElement>('textarea[name="message"]') ?? null
  if (message === null) return
  field.addEventListener('keydown', (event) => {
    if (!goesOn(event)) return
    event.preventDefault()
    message.focus()
  })
  message.addEventListener('keydown', (event) => {
    if (!goesOn(event)) return
    event.preventDefault()
    if (event.key === 'Enter') field.form?.requestSubmit(field.form.querySelector('button.button-primary'))
  })
}

function goesOn({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && (key === 's' || key === 'Enter')
}

/** What the line begins with, up to the cursor. */
function indentBefore({ value, selectionStart }: HTMLTextAreaElement): string {
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  return /^[ \t]*/.exec(value.slice(start, selectionStart))?.[0] ?? ''
}

/** As the file does it; two spaces where nothing tells. */
function unitOf(text: string): string {
  const found = /^(?:\t| {2,8}(?=\S))/m.exec(text.slice(0, 100_000))?.[0]
  return found ?? '  '
}

function indent(field: HTMLTextAreaElement): void {
  const { value, selectionStart: from, selectionEnd: to } = field
  const unit = unitOf(value)
  if (!value.slice(from, to).includes('\n')) return replaceText(field, from, to, unit)
  changeLines(field, (line) => (line === '' ? line : unit + line))
}

function outdent(field: HTMLTextAreaElement): void {
  const unit = unitOf(field.value)
  changeLines(field, (line) => {
    if (line.startsWith(unit)) return line.slice(unit.length)
    return line.replace(/^(?:\t| {1,2})/, '')
  })
}

/** The lines that are selected, as wholes; they stay selected. */
function changeLines(field: HTMLTextAreaElement, change: (line: string) => string): void {
  const { value, selectionStart, selectionEnd } = field
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  // A selection that ends at the beginning of a line does not mean that line.
  const last = selectionEnd > selectionStart && value[selectionEnd - 1] === '\n' ? selectionEnd - 1 : selectionEnd
  const behind = value.indexOf('\n', last)
  const end = behind === -1 ? value.length : behind
  const before = value.slice(start, end)
  const after = before.split('\n').map(change).join('\n')
  if (after === before) return
  replaceText(field, start, end, after)
  if (selectionEnd > selectionStart) field.setSelectionRange(start, start + after.length)
  else {
    const place = Math.max(start, selectionStart + after.length - before.length)
    field.setSelectionRange(place, place)
  }
}

function wrapOnDemand(editor: HTMLElement, field: HTMLTextAreaElement): void {
  const box = editor.querySelector<HTMLInputElement>('[data-editor-wrap]')
  if (box === null) return
  const apply = (): void => {
    field.wrap = box.checked ? 'soft' : 'off'
    editor.toggleAttribute('data-wraps', box.checked)
  }
  box.checked = localStorage.getItem(wrapKey) !== null
  box.addEventListener('change', () => {
    if (box.checked) localStorage.setItem(wrapKey, '1')
    else localStorage.removeItem(wrapKey)
    apply()
  })
  apply()
}
