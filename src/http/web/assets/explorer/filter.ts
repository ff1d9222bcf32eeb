import { isWriting } from '../behaviours/keys.ts'

/** Shows the operations that hold every word of the filter, and the parts of the API that still have some. */
export function enhanceFilter(): void {
  const field = document.querySelector<HTMLInputElement>('#api-filter')
  if (field === null) return
  const groups = [...document.querySelectorAll<HTMLElement>('.api-group')].map((group) => ({
    group,
    link: document.querySelector<HTMLElement>(`.api-side a[href="#${group.id}"]`),
    operations: [...group.querySelectorAll<HTMLElement>('.operation')].map((element) => ({
      element,
      text: `${element.querySelector('summary')?.textContent} ${element.querySelector('[id]')?.id}`.toLowerCase(),
    })),
  }))
  const apply = () => {
    const words = field.value.toLowerCase().split(/\s+/)
    let found = 0
    for (const { group, link, operations } of groups) {
      let here = 0
      for (const { element, text } of operations) {
        element.hidden = !words.every((word) => text.includes(word))
        if (!element.hidden) here++
      }
      group.hidden = here === 0
      const count = link?.querySelector('.count')
      if (link?.parentElement) link.parentElement.hidden = group.hidden
      if (count) count.textContent = String(here)
      found += here
    }
    say('[data-nothing]', (element) => (element.hidden = found > 0))
    say('[data-found]', (element) => (element.textContent = `${found} operations`))
  }
  field.addEventListener('input', apply)
  // The browser may refill the field after the page is shown.
  addEventListener('pageshow', () => field.value !== '' && apply())
  takeSlash(field)
}

function say(selector: string, how: (element: HTMLElement) => void): void {
  const element = document.querySelector<HTMLElement>(selector)
  if (element) how(element)
}

/** On this page the key leads here, before the search in the bar sees it. Escape takes the filter away. */
function takeSlash(field: HTMLInputElement): void {
  document.querySelector('#top-search')?.removeAttribute('aria-keyshortcuts')
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      field.focus()
      field.select()
    },
    { capture: true },
  )
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    field.value = ''
    field.dispatchEvent(new Event('input'))
  })
}
