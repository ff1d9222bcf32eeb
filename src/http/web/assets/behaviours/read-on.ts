import { fetchPage } from './page-refresh.ts'

const closeBy = 1200

/** Close to the end of the files that are there, the next are brought; while somebody is at the review, none come above it. */
export function readOn(): void {
  const end = document.querySelector<HTMLElement>('[data-diff-next]')
  if (end === null) return
  const review = document.querySelector<HTMLElement>('#review')
  let isBusy = false
  const goOn = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    let isMore = true
    while (isMore && isCloseTo(end) && !isAt(review)) isMore = await bring(end, review)
    // Where there is nothing more, or no answer, nothing is asked again.
    isBusy = !isMore
  }
  new IntersectionObserver(() => void goOn(), { rootMargin: `${closeBy}px` }).observe(end)
  // Whoever goes back up from the review is as close to the end as before.
  if (review !== null) new IntersectionObserver(() => void goOn()).observe(review)
}

function isCloseTo(end: HTMLElement): boolean {
  const { top, bottom } = end.getBoundingClientRect()
  return top < window.innerHeight + closeBy && bottom > -closeBy
}

/** Gone to, or written in: who has only scrolled as far waits for files. */
function isAt(review: HTMLElement | null): review is HTMLElement {
  if (review === null) return false
  const { top, bottom } = review.getBoundingClientRect()
  const isInView = top < window.innerHeight && bottom > 0
  return isInView && (window.location.hash === '#review' || review.contains(document.activeElement))
}

async function bring(end: HTMLElement, review: HTMLElement | null): Promise<boolean> {
  const next = end.querySelector<HTMLAnchorElement>('a[rel="next"]')
  const page = next === null ? null : await fetchPage(next.href)
  const fresh = page?.querySelector('[data-diff-next]')
  if (page === null || fresh === null || fresh === undefined) return false
  const files = [...page.querySelectorAll('.diff-file, .diff-more')].map((part) => document.importNode(part, true))
  // They were asked for before somebody went there.
  const kept = isAt(review) ? review.getBoundingClientRect().top : null
  end.before(...files)
  end.replaceChildren(...[...fresh.children].map((child) => document.importNode(child, true)))
  if (review !== null && kept !== null) window.scrollBy(0, review.getBoundingClientRect().top - kept)
  // Those that were on another page are here now.
  for (const file of files) {
    const link = document.querySelector(`[data-tree-number="${file.id.replace('file-', '')}"]`)
    link?.setAttribute('href', `#${file.id}`)
  }
  return true
}
