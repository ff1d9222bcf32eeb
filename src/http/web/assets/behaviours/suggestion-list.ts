export interface Suggestion {
  readonly text: string
  readonly note: string
}

type Field = HTMLTextAreaElement | HTMLInputElement

let lists = 0

/** A list under a field, worked by arrows while the cursor stays in the text: Enter or Tab takes, Escape closes. */
export class SuggestionList {
  readonly #field: Field
  readonly #list = document.createElement('ul')
  readonly #take: (suggestion: Suggestion) => void
  #offered: readonly Suggestion[] = []
  #chosen = 0

  /** `host` is what the list is laid out in. */
  constructor(host: HTMLElement, field: Field, take: (suggestion: Suggestion) => void) {
    this.#field = field
    this.#take = take
    this.#list.className = 'md-suggestions'
    this.#list.id = `md-suggestions-${++lists}`
    this.#list.hidden = true
    this.#list.setAttribute('role', 'listbox')
    this.#list.setAttribute('aria-label', 'Suggestions')
    host.append(this.#list)
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-controls', this.#list.id)
    field.addEventListener('blur', () => this.close())
    field.addEventListener('keydown', (event) => {
      if (event instanceof KeyboardEvent) this.#work(event)
    })
  }

  close(): void {
    this.#list.hidden = true
    this.#offered = []
    this.#field.removeAttribute('aria-activedescendant')
    if (this.#field.role === 'combobox') this.#field.ariaExpanded = 'false'
  }

  /** `top`: in pixels, from the top of the host. */
  offer(found: readonly Suggestion[], top: number): void {
    this.#offered = found
    this.#chosen = 0
    this.#list.replaceChildren(...found.map((one, index) => this.#item(one, index)))
    this.#list.hidden = found.length === 0
    this.#list.style.top = `${top}px`
    if (this.#field.role === 'combobox') this.#field.ariaExpanded = String(found.length > 0)
    this.#mark()
  }

  #item(one: Suggestion, index: number): HTMLElement {
    const item = document.createElement('li')
    item.id = `${this.#list.id}-${index}`
    item.className = 'md-suggestion'
    item.setAttribute('role', 'option')
    const [name, note] = [document.createElement('strong'), document.createElement('span')]
    name.textContent = one.text
    note.textContent = one.note
    item.append(name, note)
    // Before the field loses the place where the name goes.
    item.addEventListener('mousedown', (event) => {
      event.preventDefault()
      this.#take(one)
    })
    return item
  }

  #work(event: KeyboardEvent): void {
    const suggestion = this.#offered[this.#chosen]
    const count = this.#offered.length
    if (this.#list.hidden || suggestion === undefined || event.isComposing) return
    if (event.key === 'Escape') this.close()
    else if (event.key === 'Enter' || event.key === 'Tab') this.#take(suggestion)
    else if (event.key === 'ArrowDown') this.#chosen = (this.#chosen + 1) % count
    else if (event.key === 'ArrowUp') this.#chosen = (this.#chosen + count - 1) % count
    else return
    event.preventDefault()
    if (!this.#list.hidden) this.#mark()
  }

  #mark(): void {
    for (const [index, item] of [...this.#list.children].entries()) {
      item.setAttribute('aria-selected', String(index === this.#chosen))
      if (index === this.#chosen) this.#field.setAttribute('aria-activedescendant', item.id)
    }
  }
}

/** What the server suggests for a text; nothing where it does not answer. */
export async function askSuggestions(at: string, text: string): Promise<readonly Suggestion[]> {
  const sign = at.includes('?') ? '&' : '?'
  const answer = await fetch(`${at}${sign}text=${encodeURIComponent(text)}`).catch(() => null)
  if (answer === null || !answer.ok) return []
  const found: unknown = await answer.json()
  return Array.isArray(found) ? found.filter(isSuggestion) : []
}

function isSuggestion(value: unknown): value is Suggestion {
  return typeof value === 'object' && value !== null && 'text' in value && 'note' in value
}
