/**
 * The menu of branches and tags: opened, one types at once; what does not fit goes, and Enter takes the one of that name, or the
 * only one left, or the form for a new branch of that name.
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
      for (const head of menu.querySelectorAll<HTMLElement>('[data-ref-head]')) head.hidden = !hasEntries(head)
      if (fresh !== null) offerNew(fresh, field.value.trim(), links)
    })
    field.form?.addEventListener('submit', (event) => {
      const name = field.value.trim()
      const next = links.find((link) => link.dataset['refName'] === name) ?? guessed(field, links, fresh)
      if (next === null || name === '') return
      event.preventDefault()
      location.assign(next.href)
    })
  }
}

/** Where the menu has not all of them, only a whole name is clear. */
function guessed(
  field: HTMLInputElement,
  links: readonly HTMLAnchorElement[],
  fresh: HTMLAnchorElement | null,
): HTMLAnchorElement | null {
  if (field.dataset['refFilter'] !== 'all') return null
  const [only, ...others] = links.filter((link) => !link.hidden)
  if (only === undefined) return fresh
  return others.length === 0 ? only : null
}

/** Whether anything is left below a heading, before the next one. */
function hasEntries(head: Element): boolean {
  for (
    let next = head.nextElementSibling;
    next !== null && !next.matches('[data-ref-head]');
    next = next.nextElementSibling
  ) {
    if (next instanceof HTMLElement && !next.hidden) return true
  }
  return false
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
