import { moveByArrows } from './arrow-keys.ts'

const mostShown = 100

/** Answers while the reader types, from a list of all paths that is fetched once. */
export function enhanceFileFinder(): void {
  const field = document.querySelector<HTMLInputElement>('[data-finder] input[data-paths]')
  const list = document.querySelector<HTMLUListElement>('[data-finder-list]')
  const count = document.querySelector<HTMLElement>('[data-finder-count]')
  if (field !== null && list !== null && count !== null) start(field, list, count)
}

function start(field: HTMLInputElement, list: HTMLUListElement, count: HTMLElement): void {
  const loading = load(field.dataset['paths'] ?? '')
  const template = document.querySelector<HTMLTemplateElement>('[data-finder-row]')?.content.firstElementChild ?? null
  const none = document.querySelector<HTMLElement>('[data-finder-none]')
  const show = async (): Promise<void> => {
    const paths = await loading
    if (paths === null) return
    const found = search(paths, field.value)
    list.replaceChildren(...found.slice(0, mostShown).map((path) => row(template, field.dataset['blob'] ?? '', path)))
    none?.toggleAttribute('hidden', found.length > 0)
    count.textContent =
      found.length > mostShown
        ? `The first ${mostShown} of ${found.length.toLocaleString('en')} are listed.`
        : `${found.length} ${found.length === 1 ? 'file' : 'files'}`
  }
  field.addEventListener('input', () => void show())
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    list.querySelector<HTMLAnchorElement>('a')?.click()
  })
  for (const part of [field, list]) {
    part.addEventListener('keydown', (event) => {
      if (event instanceof KeyboardEvent) moveByArrows(event, [field, ...list.querySelectorAll<HTMLElement>('a')])
    })
  }
  if (field.value !== '') void show()
}

async function load(from: string): Promise<readonly string[] | null> {
  const answer = await fetch(from).catch(() => null)
  if (answer === null || !answer.ok) return null
  const paths: unknown = await answer.json()
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : null
}

/** Paths that hold the text come first, the shortest at the head; then those that hold its letters in order. */
function search(paths: readonly string[], text: string): readonly string[] {
  const wanted = text.toLowerCase().replaceAll(/\s/g, '')
  if (wanted === '') return paths
  const scored: { path: string; score: number }[] = []
  for (const path of paths) {
    const lower = path.toLowerCase()
    const at = lower.lastIndexOf(wanted)
    if (at !== -1) scored.push({ path, score: (at > lower.lastIndexOf('/') ? 0 : 1000) + path.length })
    else if (holdsInOrder(lower, wanted)) scored.push({ path, score: 10_000 + path.length })
  }
  return scored.toSorted((a, b) => a.score - b.score).map(({ path }) => path)
}

function holdsInOrder(text: string, letters: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

function row(template: Element | null, blob: string, path: string): Node {
  const item = template?.cloneNode(true) ?? document.createElement('li')
  const known = item instanceof Element ? item.querySelector('a') : null
  const link = known ?? item.appendChild(document.createElement('a'))
  link.textContent = path
  link.href = `${blob}/${path.split('/').map(encodeURIComponent).join('/')}`
  return item
}
