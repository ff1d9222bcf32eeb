import { askSuggestions, type Suggestion, SuggestionList } from './suggestion-list.ts'

/**
 * The field below a list of boxes finds, while somebody types, what is not in the list; what is taken joins it, ticked.
 * Made ready when it is reached: the parts of a page that follow by themselves come anew.
 */
export function enhancePickers(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'text' || target.role === 'combobox') return
    const picker = target.closest<HTMLElement>('[data-picker]')
    const list = picker?.querySelector<HTMLElement>('[data-picker-list]')
    const at = picker?.dataset['suggestAt']
    if (picker && list && at !== undefined) makeReady(picker, list, target, at)
  })
}

function makeReady(picker: HTMLElement, boxes: HTMLElement, field: HTMLInputElement, at: string): void {
  field.role = 'combobox'
  field.ariaExpanded = 'false'
  const name = picker.dataset['picker'] ?? ''
  const status = document.createElement('p')
  status.className = 'sr-only'
  status.role = 'status'
  picker.append(status)
  let asked = ''
  const list = new SuggestionList(picker, field, (suggestion) => {
    list.close()
    field.value = keptIn(field.value)
    tick(boxes, name, suggestion)
    status.textContent = `${suggestion.text} was added`
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const suggest = async (begun: string): Promise<void> => {
    const found = await askSuggestions(at, begun)
    if (asked !== begun) return
    list.offer(found, field.offsetTop + field.offsetHeight)
    status.textContent = found.length === 0 ? 'Nothing found' : `${found.length} found`
  }
  // While something is being typed it means what is being found, not the whole form.
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && begunIn(field.value) !== '') event.preventDefault()
  })
  field.addEventListener('input', () => {
    const begun = begunIn(field.value)
    asked = begun
    if (begun === '') return list.close()
    void suggest(begun)
  })
}

/** What stands behind the last comma is being typed. */
function begunIn(text: string): string {
  return text.slice(text.lastIndexOf(',') + 1).trim()
}

function keptIn(text: string): string {
  return text.slice(0, text.lastIndexOf(',') + 1)
}

function tick(boxes: HTMLElement, name: string, { text, note }: Suggestion): void {
  const known = [...boxes.querySelectorAll<HTMLInputElement>('input')].find(({ value }) => value === text)
  if (known !== undefined) {
    known.checked = true
    return known.scrollIntoView({ block: 'nearest' })
  }
  const row = document.createElement('div')
  row.className = 'checkbox'
  const box = document.createElement('input')
  Object.assign(box, { type: 'checkbox', id: `field-${name}-${text}`, name, value: text, checked: true })
  const label = document.createElement('label')
  label.htmlFor = box.id
  const words = document.createElement('span')
  words.className = 'picker-name'
  const parts = [text, note].map((part) => {
    const span = document.createElement('span')
    span.textContent = part
    return span
  })
  parts[1]?.classList.add('muted')
  words.append(...parts)
  label.append(words)
  row.append(box, label)
  boxes.prepend(row)
  boxes.scrollTop = 0
}
