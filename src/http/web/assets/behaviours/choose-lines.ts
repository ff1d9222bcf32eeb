import { openInPlace } from './diff-more.ts'
import { markLines, parsePlace, type Spot, spotOf, spotsBeside, stretchOf, tableOf, unmarkLines } from './diff-spots.ts'
import { element } from './element.ts'

const numbers = '.diff-lines .no[data-line]'

/** Where choosing began, and how far it has come. */
let chosen: { readonly from: Spot; readonly to: Spot } | null = null

/**
 * Several lines to comment on: by dragging over their numbers or from a "+", by a click and a Shift+click, or with Shift and
 * the arrow keys. On a touch screen, where dragging scrolls, a tap opens the form and another one moves where it begins.
 */
export function enhanceLineChoice(): void {
  if (document.querySelector('.diff-lines .diff-comment') === null) return
  listenForDragging()
  listenForClicks()
  listenForArrows()
  document.addEventListener('input', (event) => {
    if (event.target instanceof HTMLInputElement && event.target.name === 'start_line') markAsked(event.target.form)
  })
  document.addEventListener('lines-asked', () => markAsked(document.querySelector('form.line-form')))
  markAsked(document.querySelector('form.line-form'))
}

function listenForDragging(): void {
  let dragged: Spot | null = null
  document.addEventListener('pointerdown', (event) => {
    dragged = null
    if (event.pointerType === 'touch' || event.button !== 0 || event.shiftKey || !isHandle(event.target)) return
    dragged = spotOf(event.target)
  })
  // Neither the text beside the numbers nor the address of a "+" is what is being dragged.
  document.addEventListener('mousedown', (event) => {
    if (isHandle(event.target) && spotOf(event.target) !== null && (dragged !== null || event.shiftKey))
      event.preventDefault()
  })
  document.addEventListener('dragstart', (event) => {
    if (dragged !== null) event.preventDefault()
  })
  document.addEventListener('pointermove', (event) => {
    const over = dragged === null ? null : spotOf(document.elementFromPoint(event.clientX, event.clientY))
    if (dragged === null || over === null || tableOf(over) !== tableOf(dragged)) return
    if (chosen === null && over.row === dragged.row) return
    if (chosen?.from === dragged && chosen.to.row === over.row) return
    choose(dragged, over)
  })
  document.addEventListener('pointercancel', () => {
    dragged = null
  })
  document.addEventListener('pointerup', () => {
    const isStretch = dragged !== null && chosen?.from === dragged && chosen.to.row !== dragged.row
    dragged = null
    if (isStretch) openChosen()
  })
}

function listenForClicks(): void {
  // Before the "+" opens the form for its line alone.
  document.addEventListener(
    'click',
    (event) => {
      const spot = isHandle(event.target) ? spotOf(event.target) : null
      if (spot === null || event.ctrlKey || event.metaKey || event.altKey) return
      const isNumber = event.target instanceof Element && event.target.matches(numbers)
      const isTouch = matchMedia('(hover: none)').matches
      if (event.shiftKey || (isTouch && isNumber && formIn(spot) !== null)) {
        event.preventDefault()
        event.stopPropagation()
        stretchTo(spot)
      } else if (isNumber && isTouch) spot.link.click()
      else if (isNumber) choose(spot, spot)
    },
    { capture: true },
  )
}

function listenForArrows(): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return
    if (!event.target.matches('a.diff-comment, .diff-lines tr')) return
    const spot = spotOf(event.target)
    if (spot === null) return
    if (event.key === 'Escape') clear()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = spotFrom(spot, event.key === 'ArrowDown' ? 1 : -1)
      const isRow = event.target.matches('tr')
      // A row that one has jumped to scrolls as anything else does.
      if (next === undefined || (isRow && !event.shiftKey)) return
      next.link.focus()
      if (event.shiftKey) choose(chosen?.to.link === spot.link ? chosen.from : spot, next)
      else clear()
    } else if (event.key === 'Enter' && (chosen?.to.link === spot.link || event.target.matches('tr'))) {
      if (chosen?.to.link !== spot.link) choose(spot, spot)
      openChosen()
    } else return
    event.preventDefault()
  })
}

function isHandle(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(`${numbers}, a.diff-comment`)
}

function spotFrom(spot: Spot, step: 1 | -1): Spot | undefined {
  const all = spotsBeside(spot)
  return all[all.findIndex(({ link }) => link === spot.link) + step]
}

function choose(from: Spot, to: Spot): void {
  chosen = { from, to }
  const table = tableOf(to)
  const { place, first } = stretchOf(from, to)
  if (table !== null) markLines(table, place, first)
  say(namesOf(first, place.line))
}

function clear(): void {
  chosen = null
  unmarkLines()
}

/** From the line of the form that is open, or from the one that was chosen last. */
function stretchTo(spot: Spot): void {
  const form = formIn(spot)
  const from = form === null ? null : spotOfForm(form)
  if (form !== null && from !== null && beginsAt(form, from, spot)) return
  const isHere = chosen !== null && tableOf(chosen.from) === tableOf(spot)
  choose(from ?? (isHere ? chosen?.from : null) ?? spot, spot)
  openChosen()
}

/** The form for what is chosen, with what was typed into another one of the same file. */
function openChosen(): void {
  if (chosen === null) return
  const { last, place, first } = stretchOf(chosen.from, chosen.to)
  const file = last.row.closest('.diff-file')
  chosen = null
  if (file === null) return
  const address = new URL(last.link.href)
  if (first < place.line) address.searchParams.set('start', String(first))
  void openInPlace(address.href, file, { near: last.link, isForm: true, typed: takeTyped(file) })
}

function takeTyped(file: Element): string {
  const field = file.querySelector<HTMLTextAreaElement>('.line-form textarea')
  const typed = field?.value ?? ''
  if (field === null || typed === '') return ''
  // Otherwise it would come back under the line that it was begun on.
  field.value = ''
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return typed
}

function formIn(spot: Spot): HTMLFormElement | null {
  return tableOf(spot)?.querySelector<HTMLFormElement>('form.line-form') ?? null
}

/** The line that an open form is about. */
function spotOfForm(form: HTMLFormElement): Spot | null {
  const row = form.closest('tbody')?.previousElementSibling?.lastElementChild
  if (!(row instanceof HTMLTableRowElement)) return null
  const isOld = new FormData(form).get('side') === 'old'
  return spotOf(row.cells[isOld ? 0 : row.cells.length - 1] ?? null)
}

/** A line above the one that the form is about: the comment begins there. One below moves the form, and is not for this. */
function beginsAt(form: HTMLFormElement, from: Spot, to: Spot): boolean {
  const field = form.elements.namedItem('start_line')
  const { last, first, place } = stretchOf(from, to)
  if (!(field instanceof HTMLInputElement) || last.row !== from.row) return false
  field.value = first === place.line ? '' : String(first)
  markAsked(form)
  say(namesOf(first, place.line))
  return true
}

/** Which lines the open form is about. */
function markAsked(form: HTMLFormElement | null): void {
  const table = form?.closest('table') ?? null
  if (form === null || table === null) return
  const data = new FormData(form)
  const on = data.get('on')
  const place = parsePlace(typeof on === 'string' ? on : '')
  const asked = Number(data.get('start_line'))
  markLines(table, place, asked >= 1 && asked < place.line ? asked : place.line)
}

function say(words: string): void {
  const found = document.querySelector('#lines-chosen')
  if (found !== null) found.textContent = words
  else document.body.append(element('p', { id: 'lines-chosen', class: 'sr-only', role: 'status' }, words))
}

function namesOf(first: number, last: number): string {
  return first === last ? `Line ${last}` : `Lines ${first} to ${last}`
}
