import { element } from './element.ts'

/** Asks for a line, or a range such as 10-20, and goes there. */
export function openLineDialog(): void {
  const input = element('input', {
    class: 'input',
    inputmode: 'numeric',
    pattern: '\\d+(\\s*-\\s*\\d+)?',
    placeholder: '120 or 120-140',
    required: '',
    id: 'line-asked',
    autocomplete: 'off',
  })
  const label = element('label', { class: 'dialog-title', for: 'line-asked' }, 'Go to line')
  const go = element('button', { class: 'button button-primary' }, 'Go')
  const form = element('form', { class: 'line-form-asked' }, input, go)
  const dialog = element('dialog', { class: 'dialog', 'aria-label': 'Go to line' }, label, form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const [first = '', last] = input.value.split('-').map((part) => part.trim())
    dialog.close()
    goToLine(Number(first), last === undefined ? null : Number(last))
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  input.focus()
}

/** A long file has pages: the line may stand on another. */
function goToLine(first: number, last: number | null): void {
  const hash = last === null || last === first ? `#L${first}` : `#L${Math.min(first, last)}-L${Math.max(first, last)}`
  const size = Number(document.querySelector<HTMLElement>('[data-lines]')?.dataset['pageLines'] ?? 0)
  const url = new URL(location.href)
  url.hash = hash
  const page = size > 0 ? Math.ceil(Math.min(first, last ?? first) / size) : 1
  if (page > 1) url.searchParams.set('page', String(page))
  else url.searchParams.delete('page')
  if (url.search === location.search) location.hash = hash
  else location.assign(url.href)
}
