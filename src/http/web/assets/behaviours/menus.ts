import { moveByArrows } from './arrow-keys.ts'

const openMenus = 'details[data-menu][open]'
const entries = 'summary, a[href], button:not([disabled]), input:not([type="hidden"])'

export function enhanceMenus(): void {
  document.addEventListener('click', (event) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) {
      if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false
    }
  })
  document.addEventListener('keydown', (event) => {
    const own = event.target instanceof Element ? event.target.closest(openMenus) : null
    if (own !== null) moveByArrows(event, own.querySelectorAll<HTMLElement>(entries))
    if (event.key !== 'Escape') return
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) {
      const hadFocus = menu.contains(document.activeElement)
      menu.open = false
      if (hadFocus) menu.querySelector('summary')?.focus()
    }
  })
  // Where a row of buttons wraps, nobody knew beforehand on which side a sheet has room.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.matches(openMenus)) bringIntoView(target)
    },
    { capture: true },
  )
  addEventListener('resize', () => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) bringIntoView(menu)
  })
  // Tabbing on leaves the menu behind. A word in it that is pressed gives the focus to what the menu is in.
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Node)) return
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) {
      if (!menu.contains(target) && !target.contains(menu)) menu.open = false
    }
  })
}

const margin = 8

function bringIntoView(menu: HTMLDetailsElement): void {
  const sheet = menu.querySelector<HTMLElement>('.menu-sheet')
  if (sheet === null) return
  sheet.style.translate = ''
  const { left, right } = sheet.getBoundingClientRect()
  const beyond = Math.max(0, right - (document.documentElement.clientWidth - margin))
  const shift = beyond > 0 ? -Math.min(beyond, left - margin) : Math.max(0, margin - left)
  if (shift !== 0) sheet.style.translate = `${shift}px`
}
