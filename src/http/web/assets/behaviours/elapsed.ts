import { durationText } from '../../components/duration-text.ts'

const began = new WeakMap<Element, number>()

/** What still runs counts on, by this machine's own clock: the server's may be another. */
export function enhanceElapsed(): void {
  if (document.querySelector('[data-elapsed]') === null) return
  tick()
  setInterval(tick, 1000)
}

/** Also for those that have just come. */
function tick(): void {
  const now = performance.now()
  for (const element of document.querySelectorAll<HTMLElement>('[data-elapsed]')) {
    const start = began.get(element) ?? now - Number(element.dataset['elapsed'])
    began.set(element, start)
    element.textContent = durationText(now - start)
  }
}
