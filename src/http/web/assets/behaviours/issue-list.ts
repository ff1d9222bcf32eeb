/** The bar of a list opens with the first tick, and says how many there are. */
export function enhanceIssueList(): void {
  const list = document.querySelector<HTMLElement>('[data-issue-list]')
  const bar = list?.querySelector<HTMLDetailsElement>('[data-bulk]') ?? null
  const words = list?.querySelector<HTMLElement>('[data-bulk-count]') ?? null
  if (list === null || bar === null || words === null) return
  const plain = words.textContent
  list.addEventListener('change', () => {
    const count = list.querySelectorAll('.issue-check:checked').length
    words.textContent = count === 0 ? plain : `${count} selected`
    bar.open = count > 0
  })
}
