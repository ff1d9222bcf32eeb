import { copyButtons } from './copy-buttons.ts'

const restMs = 400

/** Fetches a page again whenever it is old, and hands it on. Never twice at once. */
export class PageRefresh {
  readonly #at: () => string
  readonly #take: (page: Document) => void
  #isBusy = false
  #isStale = false

  constructor(at: () => string, take: (page: Document) => void) {
    this.#at = at
    this.#take = take
  }

  refresh(): void {
    this.#isStale = true
    if (!this.#isBusy) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isBusy = true
    while (this.#isStale) {
      this.#isStale = false
      const page = await fetchPage(this.#at())
      if (page !== null) this.#take(page)
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    this.#isBusy = false
  }
}

export async function fetchPage(at: string): Promise<Document | null> {
  const answer = await fetch(at).catch(() => null)
  return answer?.ok === true ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
}

/** Takes over the parts that say that they may be replaced, but for those that the reader is at work in. */
export function replaceParts(page: Document): void {
  for (const fresh of page.querySelectorAll<HTMLElement>('[data-live][id]')) replacePart(fresh)
}

export function replacePart(fresh: HTMLElement): void {
  const shown = document.querySelector<HTMLElement>(`#${CSS.escape(fresh.id)}`)
  if (shown === null || shown.hasAttribute('data-touched') || htmlOf(shown) === htmlOf(fresh)) return
  const focused = shown.contains(document.activeElement) ? document.activeElement : null
  const next = document.importNode(fresh, true)
  shown.replaceWith(next)
  // Whoever came by keyboard goes on where they were.
  if (focused === shown) next.focus({ preventScroll: true })
  else if (focused !== null) sameIn(next, focused)?.focus({ preventScroll: true })
}

/** What a script makes of an editor, of code, buttons and tasks, what was folded and the reader's own zone are no news. */
function htmlOf(part: HTMLElement): string {
  const copy = document.importNode(part, true)
  for (const editor of copy.querySelectorAll('[data-md-editor]')) editor.remove()
  for (const frame of copy.querySelectorAll('.prose .code-block')) frame.replaceWith(...frame.querySelectorAll('pre'))
  for (const control of copy.querySelectorAll(`${copyButtons}, .task input`)) {
    for (const name of ['hidden', 'disabled', 'aria-label']) control.removeAttribute(name)
  }
  for (const folded of copy.querySelectorAll('details')) folded.removeAttribute('open')
  return copy.innerHTML.replaceAll(/(<time [^>]*?) title="[^"]*"([^>]*>)[^<]*/g, '$1$2')
}

function sameIn(next: HTMLElement, old: Element): HTMLElement | null {
  const href = old.getAttribute('href')
  if (href !== null) return next.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)
  return next.querySelector<HTMLElement>(old.localName)
}

/** What somebody has typed into or opened stays as it is until they are done: nothing moves under their hands. */
export function watchTouches(): void {
  for (const type of ['input', 'change', 'click']) document.addEventListener(type, touch, { capture: true })
}

function touch(event: Event): void {
  const { target } = event
  if (!(target instanceof Element)) return
  if (event.type === 'click' && target.closest('summary') === null) return
  target.closest('[data-live]')?.setAttribute('data-touched', '')
}

/** Hears that the page is old, for as long as somebody looks at it. */
export function listenForNews(stream: string, tell: () => void): void {
  let source: EventSource | null = null
  let wasAway = false
  const start = (): void => {
    if (source !== null) return
    source = new EventSource(stream)
    source.addEventListener('changed', tell)
    source.addEventListener('error', () => {
      wasAway = true
    })
    source.addEventListener('open', () => {
      // What happened meanwhile was told to nobody.
      if (wasAway) tell()
      wasAway = false
    })
  }
  // A page in the background holds no connection: browsers have few of them for each site.
  const follow = (): void => {
    if (document.visibilityState === 'visible') return start()
    source?.close()
    source = null
    wasAway = true
  }
  document.addEventListener('visibilitychange', follow)
  addEventListener('pagehide', () => source?.close())
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
  follow()
}
