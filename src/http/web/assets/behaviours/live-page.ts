import { showCopyButtons } from './copy-buttons.ts'
import { enhanceMarkdownEditors } from './markdown-editor.ts'
import { listenForNews, PageRefresh, replacePart, replaceParts, watchTouches } from './page-refresh.ts'
import { enhanceTasks } from './tasks.ts'
import { enhanceTimes } from './times.ts'

/** A page that says where its news are told: parts of it follow by themselves, what was said is offered at its end. */
export function enhanceLivePage(): void {
  const live = document.querySelector<HTMLElement>('[data-live-at]')
  const stream = live?.dataset['liveAt']
  if (stream === undefined) return
  watchTouches()
  const news = new ConversationNews()
  const state = new PageRefresh(
    () => `${location.pathname}${location.search}`,
    (page) => {
      replaceParts(page)
      news.take(page)
      enhanceNew()
    },
  )
  listenForNews(stream, () => state.refresh())
}

/**
 * What was said since the page was made. It is not put under the reader's eyes by itself: a note that takes no room says
 * how much there is, and one press shows it.
 */
class ConversationNews {
  readonly #list = document.querySelector<HTMLElement>('#comments')
  readonly #note = document.querySelector<HTMLElement>('[data-live-note]')
  #waiting: readonly HTMLElement[] = []

  take(page: Document): void {
    const fresh = page.querySelector('#comments')
    if (this.#list === null || this.#note === null || fresh === null) return
    const items = [...fresh.children].filter((item): item is HTMLElement => item instanceof HTMLElement)
    this.#waiting = items.filter(({ id }) => id !== '' && document.querySelector(`#${CSS.escape(id)}`) === null)
    const opening = page.querySelector<HTMLElement>('#opening')
    for (const item of opening === null ? items : [opening, ...items]) if (!isAtWork(item.id)) replacePart(item)
    this.#say(this.#note, page)
  }

  #say(note: HTMLElement, page: Document): void {
    const total = Number(page.querySelector<HTMLElement>('[data-live-note]')?.dataset['liveNote'])
    const elsewhere = total - Number(note.dataset['liveNote']) - this.#waiting.length
    if (this.#waiting.length > 0) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'button button-default button-small live-pill'
      button.textContent = `Show ${wordsFor(this.#waiting)}`
      button.addEventListener('click', () => this.#show(note, total))
      note.replaceChildren(button)
    } else if (elsewhere > 0) {
      const link = document.createElement('a')
      link.className = 'button button-default button-small live-pill'
      link.href = `${location.pathname}?page=${Math.ceil(total / Number(note.dataset['perPage']))}#reply`
      link.textContent = 'New activity: go to the last page'
      note.replaceChildren(link)
    }
  }

  #show(note: HTMLElement, total: number): void {
    const [first] = this.#waiting
    const shown = this.#waiting.map((item) => document.importNode(item, true))
    this.#list?.append(...shown)
    this.#waiting = []
    note.dataset['liveNote'] = String(total)
    note.replaceChildren()
    enhanceNew()
    const target = document.querySelector<HTMLElement>(`#${CSS.escape(first?.id ?? '')}`)
    target?.setAttribute('tabindex', '-1')
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest' })
  }
}

/** What was not there when the page was made. */
function enhanceNew(): void {
  enhanceTimes()
  enhanceTasks()
  enhanceMarkdownEditors()
  showCopyButtons()
}

/** A form stands in it, or the reader does. */
function isAtWork(id: string): boolean {
  const shown = id === '' ? null : document.querySelector(`#${CSS.escape(id)}`)
  if (shown === null) return false
  const fields = shown.querySelectorAll<HTMLTextAreaElement>('textarea')
  return shown.contains(document.activeElement) || [...fields].some((field) => field.value !== field.defaultValue)
}

function wordsFor(items: readonly HTMLElement[]): string {
  const comments = items.filter((item) => item.matches('.comment, .talk')).length
  if (comments === items.length) return comments === 1 ? '1 new comment' : `${comments} new comments`
  if (comments === 0) return items.length === 1 ? '1 change' : `${items.length} changes`
  return `${items.length} new entries`
}
