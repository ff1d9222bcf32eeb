import { enhanceTimes } from './times.ts'

const restMs = 400

/** Fetches the page again without its lines, and takes over what has changed. Never twice at once. */
export class PipelineState {
  #isBusy = false
  #isStale = false

  refresh(): void {
    this.#isStale = true
    if (!this.#isBusy) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isBusy = true
    while (this.#isStale) {
      this.#isStale = false
      await this.#take()
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    this.#isBusy = false
  }

  async #take(): Promise<void> {
    const answer = await fetch(`${location.pathname}?log=off`).catch(() => null)
    if (answer?.ok !== true) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    addFolds(page)
    for (const fresh of page.querySelectorAll<HTMLElement>('[data-live][id]')) replace(fresh)
    enhanceTimes()
  }
}

function replace(fresh: HTMLElement): void {
  const shown = document.querySelector<HTMLElement>(`#${CSS.escape(fresh.id)}`)
  if (shown === null || shown.innerHTML === fresh.innerHTML) return
  const focused = shown.contains(document.activeElement) ? document.activeElement : null
  const next = document.importNode(fresh, true)
  shown.replaceWith(next)
  // Whoever came by keyboard goes on where they were.
  if (focused === shown) next.focus({ preventScroll: true })
  else if (focused !== null) sameIn(next, focused)?.focus({ preventScroll: true })
}

function sameIn(next: HTMLElement, old: Element): HTMLElement | null {
  const href = old.getAttribute('href')
  if (href !== null) return next.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)
  return next.querySelector<HTMLElement>(old.localName)
}

/** Jobs and steps that have begun since: each goes behind those that are there. */
function addFolds(page: Document): void {
  const body = document.querySelector('.log-body')
  for (const job of page.querySelectorAll('.log-job')) {
    const shown = document.querySelector(`#${CSS.escape(job.id)}`)
    if (shown === null) {
      document.querySelector('.log-nothing')?.remove()
      body?.append(document.importNode(job, true))
      continue
    }
    for (const step of job.querySelectorAll('.log-step')) {
      if (document.querySelector(`#${CSS.escape(step.id)}`) === null) shown.append(document.importNode(step, true))
    }
  }
}
