const openMenus = 'details[data-menu][open]'

export function enhanceMenus(): void {
  document.addEventListener('click', (event) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) {
      if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false
    }
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) {
      const hadFocus = menu.contains(document.activeElement)
      menu.open = false
      if (hadFocus) menu.querySelector('summary')?.focus()
    }
  })
  // Tabbing on leaves the menu behind. A word in it that is pressed gives the focus to what the menu is in.
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Node)) return
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) {
      if (!menu.contains(target) && !target.contains(menu)) menu.open = false
    }
  })
}
