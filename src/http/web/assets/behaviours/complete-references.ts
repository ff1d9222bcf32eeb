import { findSigns } from './emoji.ts'
import { askSuggestions, SuggestionList } from './suggestion-list.ts'

/** Offers names behind `@`, issues behind `#` and signs behind `:` while they are typed. */
export function completeReferences(editor: HTMLElement, field: HTMLTextAreaElement): void {
  const at = editor.dataset['suggestAt']
  if (at === undefined) return
  let asked = ''
  const list = new SuggestionList(editor, field, (suggestion) => {
    const begun = begunBefore(field)
    list.close()
    if (begun === null) return
    field.setRangeText(`${suggestion.text} `, field.selectionStart - begun.length, field.selectionStart, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  })
  const suggest = async (begun: string): Promise<void> => {
    const found = await askSuggestions(at, begun)
    if (asked === begun) list.offer(found, belowCursor(field))
  }
  field.addEventListener('input', () => {
    const begun = begunBefore(field)
    asked = begun ?? ''
    if (begun === null || begun.length < 2) return list.close()
    if (!begun.startsWith(':')) return void suggest(begun)
    return begun.length < 3 ? list.close() : list.offer(findSigns(begun), belowCursor(field))
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
