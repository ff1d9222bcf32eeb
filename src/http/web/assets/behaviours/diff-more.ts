import { enhanceMarkdownEditors } from './markdown-editor.ts'
import { showSuggestions } from './suggest-change.ts'
import { enhanceTimes } from './times.ts'

/** Those that open or close a form. */
const forms = 'a.diff-comment, .line-form .form-actions a, .talk-tools a, .talk-edit .form-actions a'

/**
 * "More lines" widens one file in place, "+" opens the form for a comment under its line, "Edit" the one for what was
 * said; without a script each is a link to the page with that file so.
 */
export function enhanceDiffMore(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`a[data-widen], ${forms}`) : null
    const file = link?.closest('.diff-file') ?? null
    if (link === null || file === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void widen(link, file)
  })
}

async function widen(link: HTMLAnchorElement, file: Element): Promise<void> {
  link.setAttribute('aria-busy', 'true')
  const address = new URL(link.href)
  address.searchParams.set('only', file.id.replace('file-', ''))
  const answer = await fetch(address).catch(() => null)
  const text = answer?.ok === true ? await answer.text() : null
  const page = text === null ? null : new DOMParser().parseFromString(text, 'text/html')
  const wide = page?.querySelector(`#${CSS.escape(file.id)}`) ?? null
  if (wide === null) {
    location.assign(link.href)
    return
  }
  const shown = document.importNode(wide, true)
  shown.querySelector('details')?.setAttribute('open', '')
  file.replaceWith(shown)
  // The page that the form is sent from is one that has it: there it is found again after signing in, or by a reload.
  if (link.matches(forms)) history.replaceState(null, '', link.href)
  enhanceMarkdownEditors()
  showSuggestions()
  enhanceTimes()
  // Whoever came by keyboard goes on where they were, or writes.
  const form = shown.querySelector<HTMLElement>('.line-form textarea, .talk-edit textarea')
  const start = form ?? shown.querySelector<HTMLElement>('.source')
  start?.focus({ preventScroll: form === null })
}
