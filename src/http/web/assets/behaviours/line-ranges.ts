interface Range {
  readonly first: number
  readonly last: number
}

/** `#L10` and `#L10-L20`: marks the lines; shift-click on a number goes on from the line that was clicked last. */
export function enhanceLineRanges(): void {
  const source = document.querySelector<HTMLElement>('[data-lines]')
  if (source === null) return
  const show = (): void => {
    const range = parseRange(location.hash)
    mark(source, range ?? { first: 1, last: 0 })
    if (range === null || goToPage(source, range)) return
    // The browser scrolls to a single line by itself; a range has no element of its name.
    if (range.first !== range.last) document.querySelector(`#L${range.first}`)?.scrollIntoView({ block: 'center' })
  }
  source.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-line]') : null
    const from = parseRange(location.hash)
    if (link === null || !event.shiftKey || from === null) return
    event.preventDefault()
    const line = Number(link.dataset['line'])
    const [first, last] = line < from.first ? [line, from.first] : [from.first, line]
    history.replaceState(null, '', first === last ? `#L${first}` : `#L${first}-L${last}`)
    mark(source, { first, last })
  })
  addEventListener('hashchange', show)
  show()
}

/** A long file has pages, and an address made elsewhere does not name the one that the line is on. */
function goToPage(source: HTMLElement, { first }: Range): boolean {
  const size = Number(source.dataset['pageLines'] ?? 0)
  if (size === 0 || document.querySelector(`#L${first}`) !== null) return false
  const url = new URL(location.href)
  const page = String(Math.ceil(first / size))
  if (first < 1 || (url.searchParams.get('page') ?? '1') === page) return false
  url.searchParams.set('page', page)
  location.replace(url.href)
  return true
}

function mark(source: HTMLElement, { first, last }: Range): void {
  for (const row of source.querySelectorAll('tr.line-chosen')) row.classList.remove('line-chosen')
  for (let line = first; line <= last; line++) document.querySelector(`#L${line}`)?.classList.add('line-chosen')
}

function parseRange(hash: string): Range | null {
  const found = /^#L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash)
  if (found === null) return null
  const first = Number(found[1])
  const last = found[2] === undefined ? first : Number(found[2])
  return first <= last ? { first, last: Math.min(last, first + 50_000) } : { first: last, last: first }
}
