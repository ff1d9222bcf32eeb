/**
 * The menu of branches and tags: opened, one types at once; what does not fit goes, and Enter takes the only one left, or
 * the form for a new branch of that name.
 */
export function enhanceRefFilter(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-ref-filter]')) {
    const menu = field.closest('details')
    if (menu === null) continue
    const links = [...menu.querySelectorAll<HTMLAnchorElement>('[data-ref-name]')]
    const fresh = menu.querySelector<HTMLAnchorElement>('[data-ref-new]')
    menu.addEventListener('toggle', () => {
      if (menu.open) field.focus()
    })
    field.addEventListener('input', () => {
      const words = field.value.toLowerCase().split(/\s+/)
      for (const link of links) {
        const name = (link.dataset['refName'] ?? '').toLowerCase()
        link.hidden = !words.every((word) => name.includes(word))
      }
      if (fresh !== null) offerNew(fresh, field.value.trim(), links)
    })
    field.form?.addEventListener('submit', (event) => {
      // Where the menu has not all of them, only a whole name is clear.
      const isMeant = (link: HTMLAnchorElement): boolean =>
        field.dataset['refFilter'] === 'all' ? !link.hidden : link.dataset['refName'] === field.value.trim()
      const [only, ...others] = links.filter(isMeant)
      const isNew = only === undefined && field.dataset['refFilter'] === 'all'
      const next = isNew ? fresh : only
      if (next === null || next === undefined || others.length > 0 || field.value.trim() === '') return
      event.preventDefault()
      location.assign(next.href)
    })
  }
}

function offerNew(entry: HTMLAnchorElement, name: string, links: readonly HTMLAnchorElement[]): void {
  entry.hidden = links.some((link) => link.dataset['refName'] === name)
  const address = new URL(entry.href)
  if (name === '') address.searchParams.delete('name')
  else address.searchParams.set('name', name)
  entry.href = address.href
  const shown = entry.querySelector('[data-ref-new-name]')
  if (shown !== null) shown.textContent = name === '' ? '' : ` “${name}”`
}
