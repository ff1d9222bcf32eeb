import { linesBefore, showRange } from './typed-text.ts'

/** Jumps from place to place, and to a line by its number. */
export function enhanceFinding(editor: HTMLElement, field: HTMLTextAreaElement, status: HTMLElement): void {
  const sought = editor.querySelector<HTMLInputElement>('[data-editor-find]')
  const line = editor.querySelector<HTMLInputElement>('[data-editor-line]')
  if (sought === null || line === null) return
  const find = (way: 1 | -1): void => {
    const places = placesOf(field.value, sought.value)
    const index = nextOf(places, field, way)
    const place = places[index]
    if (place === undefined) {
      status.textContent = sought.value === '' ? '' : 'Not found.'
      sought.toggleAttribute('data-missing', sought.value !== '')
      return
    }
    sought.removeAttribute('data-missing')
    showRange(field, place, place + sought.value.length)
    const all = places.length === mostPlaces ? `${mostPlaces} or more` : String(places.length)
    status.textContent = `${index + 1} of ${all}, line ${linesBefore(field.value, place)}.`
  }
  // None of these keys sends the form that all this stands in.
  onEnter(sought, (event) => find(event.shiftKey ? -1 : 1))
  onEnter(line, () => goTo(field, Number(line.value)))
  editor.querySelector('[data-editor-next]')?.addEventListener('click', () => find(1))
  editor.querySelector('[data-editor-previous]')?.addEventListener('click', () => find(-1))
  field.addEventListener('keydown', (event) => {
    const isAgain = event.key === 'F3' || (event.key.toLowerCase() === 'g' && (event.ctrlKey || event.metaKey))
    if (!isAgain || sought.value === '') return
    event.preventDefault()
    find(event.shiftKey ? -1 : 1)
  })
}

const mostPlaces = 10_000

function placesOf(text: string, sought: string): readonly number[] {
  const places: number[] = []
  if (sought === '') return places
  const [all, part] = [text.toLowerCase(), sought.toLowerCase()]
  // What changes its length with its case cannot be counted so.
  const [where, what] = all.length === text.length ? [all, part] : [text, sought]
  for (let at = where.indexOf(what); at !== -1; at = where.indexOf(what, at + what.length)) {
    places.push(at)
    if (places.length === mostPlaces) break
  }
  return places
}

/** From the cursor on, and at the end again from the beginning. */
function nextOf(places: readonly number[], field: HTMLTextAreaElement, way: 1 | -1): number {
  const { selectionStart: from, selectionEnd: to } = field
  const isHere = places.includes(from) && to > from
  if (way === 1) {
    const index = places.findIndex((place) => (isHere ? place > from : place >= from))
    return index === -1 ? 0 : index
  }
  const index = places.findLastIndex((place) => place < from)
  return index === -1 ? places.length - 1 : index
}

function goTo(field: HTMLTextAreaElement, line: number): void {
  if (!(line >= 1)) return
  let start = 0
  for (let count = 1; count < line; count++) {
    const end = field.value.indexOf('\n', start)
    if (end === -1) break
    start = end + 1
  }
  showRange(field, start, start)
}

function onEnter(input: HTMLInputElement, act: (event: KeyboardEvent) => void): void {
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    act(event)
  })
}
