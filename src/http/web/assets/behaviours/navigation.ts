/** Rows of tabs scroll sideways on a phone; the current one should not be the one out of sight. */
export function enhanceNavigation(): void {
  showCurrent()
  // A phone that is turned has another width.
  addEventListener('resize', showCurrent)
}

function showCurrent(): void {
  for (const current of document.querySelectorAll<HTMLElement>(
    ':is(.tabs, .side-nav, .pull-tabs) [aria-current="page"]',
  )) {
    const row = current.closest<HTMLElement>('ul, .pull-tabs')
    if (row === null || row.scrollWidth <= row.clientWidth) continue
    const offset = current.getBoundingClientRect().left - row.getBoundingClientRect().left
    row.scrollLeft += offset - (row.clientWidth - current.offsetWidth) / 2
  }
}
