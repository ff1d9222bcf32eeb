import { addShortcut } from './keys.ts'

/**
 * Rows with boxes: one box ticks all of the page, Shift all that lie in between, and the bar says how many there are.
 * Everything is looked for anew each time, since the list may have been replaced.
 */
export function enhanceSelection(): void {
  if (boxes().length === 0) return
  let last: HTMLInputElement | null = null
  document.addEventListener('click', (event) => {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || !target.matches('[data-select]')) return
    if (event.shiftKey && last !== null) tickBetween(last, target)
    last = target
  })
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches('[data-select-all]')) {
      for (const box of boxes()) box.checked = target.checked
    }
    tell()
  })
  document.addEventListener('submit', pressInSheet, { capture: true })
  addShortcut({
    keys: 'a',
    does: 'Select all on this page',
    group: 'List',
    run: () => document.querySelector<HTMLElement>('[data-select-all]')?.click(),
  })
  // Whoever comes back finds their ticks where the browser has kept them.
  addEventListener('pageshow', tell)
  tell()
}

export function selectedRows(): readonly string[] {
  return boxes()
    .filter(({ checked }) => checked)
    .map(({ value }) => value)
}

/** For a list that was replaced: of what was selected, what is still there. */
export function selectRows(values: readonly string[]): void {
  for (const box of boxes()) box.checked = values.includes(box.value)
  tell()
}

function boxes(): readonly HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('[data-select]')]
}

/** All become what the last one became. */
function tickBetween(one: HTMLInputElement, other: HTMLInputElement): void {
  const all = boxes()
  const [from = 0, to = 0] = [all.indexOf(one), all.indexOf(other)].toSorted((a, b) => a - b)
  if (from === -1) return
  for (const box of all.slice(from, to + 1)) box.checked = other.checked
}

/** Enter asks for nothing in a row's box, and among things to choose from for what stands first below them. */
function pressInSheet(event: SubmitEvent): void {
  if (event.submitter?.matches('button[data-nothing]') !== true) return
  event.preventDefault()
  const sheet = document.activeElement?.closest('[data-selection] .menu-sheet')
  // Only when this one is over: a form sends nothing while it is being sent.
  setTimeout(() => sheet?.querySelector<HTMLElement>('button[name="action"]')?.click())
}

function tell(): void {
  const count = selectedRows().length
  const all = document.querySelector<HTMLInputElement>('[data-select-all]')
  if (all !== null) {
    all.closest('[hidden]')?.removeAttribute('hidden')
    all.checked = count > 0 && count === boxes().length
    all.indeterminate = count > 0 && !all.checked
  }
  const words = document.querySelector('[data-selected-count]')
  const said = count === 0 ? '' : `${count} selected`
  if (words !== null && words.textContent !== said) words.textContent = said
}
