import { findSigns } from './emoji.ts'

interface Suggestion {
  readonly text: string
  readonly note: string
}

let lists = 0

/** Offers names behind `@`, issues behind `#` and signs behind `:` while they are typed: a list, worked by arrows. */
export function completeReferences(editor: HTMLElement, field: HTMLTextAreaElement): void {
  const at = editor.dataset['suggestAt']
  if (at === undefined) return
  const list = document.createElement('ul')
  list.className = 'md-suggestions'
  list.id = `md-suggestions-${++lists}`
  list.hidden = true
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Suggestions')
  editor.append(list)
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', list.id)
  let offered: readonly Suggestion[] = []
  let chosen = 0
  let asked = ''

  const close = (): void => {
    list.hidden = true
    offered = []
    field.removeAttribute('aria-activedescendant')
  }
  const mark = (): void => {
    for (const [index, item] of [...list.children].entries()) {
      item.setAttribute('aria-selected', String(index === chosen))
      if (index === chosen) field.setAttribute('aria-activedescendant', item.id)
    }
  }
  const take = (suggestion: Suggestion): void => {
    const begun = begunBefore(field)
    close()
    if (begun === null) return
    field.setRangeText(`${suggestion.text} `, field.selectionStart - begun.length, field.selectionStart, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
  const offer = (found: readonly Suggestion[]): void => {
    offered = found
    chosen = 0
    list.replaceChildren(
      ...found.map((one, index) => {
        const item = document.createElement('li')
        item.id = `${list.id}-${index}`
        item.className = 'md-suggestion'
        item.setAttribute('role', 'option')
        const [name, note] = [document.createElement('strong'), document.createElement('span')]
        name.textContent = one.text
        note.textContent = one.note
        item.append(name, note)
        // Before the field loses the place where the name goes.
        item.addEventListener('mousedown', (event) => {
          event.preventDefault()
          take(one)
        })
        return item
      }),
    )
    list.hidden = found.length === 0
    list.style.top = `${belowCursor(field)}px`
    mark()
  }

  const suggest = async (begun: string): Promise<void> => {
    const found = await ask(at, begun)
    if (asked === begun) offer(found)
  }
  field.addEventListener('input', () => {
    const begun = begunBefore(field)
    asked = begun ?? ''
    if (begun === null || begun.length < 2) return close()
    if (begun.startsWith(':')) return begun.length < 3 ? close() : offer(findSigns(begun))
    void suggest(begun)
  })
  field.addEventListener('blur', close)
  field.addEventListener('keydown', (event) => {
    const suggestion = offered[chosen]
    if (list.hidden || suggestion === undefined || event.isComposing) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' || event.key === 'Tab') take(suggestion)
    else if (event.key === 'ArrowDown') chosen = (chosen + 1) % offered.length
    else if (event.key === 'ArrowUp') chosen = (chosen + offered.length - 1) % offered.length
    else return
    event.preventDefault()
    if (!list.hidden) mark()
  })
}

/** `@ad`, `#12` or `:ta` right before the cursor, where a word could begin. */
function begunBefore(field: HTMLTextAreaElement): string | null {
  if (field.selectionStart !== field.selectionEnd) return null
  const before = field.value.slice(Math.max(0, field.selectionStart - 60), field.selectionStart)
  return /(?:^|[\s([{,;:])([@#][\w.-]*|:[\w+-]*)$/.exec(before)?.[1] ?? null
}

/** Under the line that is written in, as far as that can be told from line breaks alone. */
function belowCursor(field: HTMLTextAreaElement): number {
  const lineHeight = Number.parseFloat(getComputedStyle(field).lineHeight) || 20
  const lines = field.value.slice(0, field.selectionStart).split('\n').length
  const within = Math.min(field.clientHeight, (lines + 0.75) * lineHeight - field.scrollTop)
  return field.offsetTop + within
}

async function ask(at: string, text: string): Promise<readonly Suggestion[]> {
  const answer = await fetch(`${at}?text=${encodeURIComponent(text)}`).catch(() => null)
  if (answer === null || !answer.ok) return []
  const found: unknown = await answer.json()
  return Array.isArray(found) ? found.filter(isSuggestion) : []
}

function isSuggestion(value: unknown): value is Suggestion {
  return typeof value === 'object' && value !== null && 'text' in value && 'note' in value
}
