/** The menu of branches and tags: opened, one types at once; what does not fit goes, and Enter takes the only one left. */
export function enhanceRefFilter(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-ref-filter]')) {
    const menu = field.closest('details')
    if (menu === null) continue
    const links = [...menu.querySelectorAll<HTMLAnchorElement>('[data-ref-name]')]
    menu.addEventListener('toggle', () => {
      if (menu.open) field.focus()
    })
    field.addEventListener('input', () => {
      const words = field.value.toLowerCase().split(/\s+/)
      for (const link of links) {
        const name = (link.dataset['refName'] ?? '').toLowerCase()
        link.hidden = !words.every((word) => name.includes(word))
      }
    })
    field.form?.addEventListener('submit', (event) => {
      // Where the menu has not all of them, only a whole name is clear.
      const isMeant = (link: HTMLAnchorElement): boolean =>
        field.dataset['refFilter'] === 'all' ? !link.hidden : link.dataset['refName'] === field.value.trim()
      const [only, ...others] = links.filter(isMeant)
      if (only === undefined || others.length > 0 || field.value === '') return
      event.preventDefault()
      location.assign(only.href)
    })
  }
}
