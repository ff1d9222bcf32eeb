import { keepLine, withoutHold } from './keep-line.ts'
import { enhanceMarkdownEditors } from './markdown-editor.ts'
import { fetchPage } from './page-refresh.ts'
import { showSuggestions } from './suggest-change.ts'
import { enhanceTimes } from './times.ts'

/** Those that open or close a form. */
const forms = 'a.diff-comment, .line-form .form-actions a, .talk-tools a, .talk-edit .form-actions a'

/** What leads to more files at once. */
const next = '[data-load-next]'

/**
 * "More lines" widens one file in place, "+" opens the form for a comment under its line, "Edit" the one for what was
 * said; without a script each is a link to the page with that file so.
 */
export function enhanceDiffMore(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>(`a[data-widen], ${forms}, ${next} > a`)
        : null
    const part = link?.closest(`.diff-file, ${next}`) ?? null
    if (link === null || part === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    link.setAttribute('aria-busy', 'true')
    if (part.matches(next)) void loadNext(link.href, part)
    else void openInPlace(link.href, part, { near: link, isForm: link.matches(forms), typed: '' })
  })
}

/** Puts the files that had no room, and have it on the page of that address, where they belong on this one. */
async function loadNext(href: string, note: Element): Promise<void> {
  const page = await fetchPage(href)
  if (page === null) {
    location.assign(href)
    return
  }
  const fresh = [...page.querySelectorAll('.diff-file')]
  const loaded = fresh
    .filter((file) => !isFull(file) && isFull(shownFile(file)))
    .map((file) => document.importNode(file, true))
  const rest = page.querySelector(next)
  const after = rest?.nextElementSibling
  withoutHold(() => {
    for (const file of loaded) shownFile(file)?.replaceWith(file)
    if (rest !== null && after) shownFile(after)?.before(document.importNode(rest, true))
    note.remove()
  })
  enhanceMarkdownEditors()
  showSuggestions()
  enhanceTimes()
  // Whoever came by keyboard goes on where they were.
  loaded[0]?.querySelector('summary')?.focus({ preventScroll: true })
}

/** It waits, for it had no room. */
function isFull(file: Element | null): boolean {
  return (file?.querySelector('[data-fold="full"]') ?? null) !== null
}

function shownFile({ id }: Element): Element | null {
  return document.querySelector(`#${CSS.escape(id)}`)
}

interface Opening {
  /** What was pressed: the line there stays in its place. */
  readonly near: Element
  readonly isForm: boolean
  /** What goes into the form. */
  readonly typed: string
}

/** Shows a file as the page of that address has it, in the place of the one that is here. */
export async function openInPlace(href: string, file: Element, { near, isForm, typed }: Opening): Promise<void> {
  const address = new URL(href)
  address.searchParams.set('only', file.id.replace('file-', ''))
  const answer = await fetch(address).catch(() => null)
  const text = answer?.ok === true ? await answer.text() : null
  const page = text === null ? null : new DOMParser().parseFromString(text, 'text/html')
  const wide = page?.querySelector(`#${CSS.escape(file.id)}`) ?? null
  if (wide === null) {
    location.assign(href)
    return
  }
  const shown = document.importNode(wide, true)
  shown.querySelector('details')?.setAttribute('open', '')
  keepLine(near, file, () => {
    file.replaceWith(shown)
    return shown
  })
  // The page that the form is sent from is one that has it: there it is found again after signing in, or by a reload.
  if (isForm) history.replaceState(null, '', href)
  enhanceMarkdownEditors()
  showSuggestions()
  enhanceTimes()
  // Whoever came by keyboard goes on where they were, or writes.
  const form = shown.querySelector<HTMLTextAreaElement>('.line-form textarea, .talk-edit textarea')
  const start = form ?? shown.querySelector<HTMLElement>('.source')
  if (form !== null && typed !== '') {
    form.value = typed
    form.dispatchEvent(new Event('input', { bubbles: true }))
  }
  document.dispatchEvent(new Event('lines-asked'))
  start?.focus({ preventScroll: true })
  form?.form?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}
