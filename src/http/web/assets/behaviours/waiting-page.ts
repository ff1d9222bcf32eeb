import { fetchPage, replaceParts } from './page-refresh.ts'
import { enhanceTimes } from './times.ts'

const everyMs = 2000

/** A page that waits for something looks again and again, and gives way to what comes when it is there. */
export function enhanceWaitingPage(): void {
  if (document.querySelector('[data-waits]') !== null) setTimeout(() => void look(), everyMs)
}

async function look(): Promise<void> {
  const page = document.visibilityState === 'visible' ? await fetchPage(location.href) : null
  if (page !== null && page.querySelector('[data-waits]') === null) return location.reload()
  if (page !== null) replaceParts(page)
  enhanceTimes()
  setTimeout(() => void look(), everyMs)
}
