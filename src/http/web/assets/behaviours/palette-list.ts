import { element } from './element.ts'
import { applyTheme, storeTheme, type ThemeChoice } from './theme-choice.ts'

const themes: readonly (readonly [ThemeChoice, string])[] = [
  ['light', 'Colours: light'],
  ['dark', 'Colours: dark'],
  ['system', 'Colours: system'],
]

/** What the palette offers: the focus stays in the field, which names the option that is chosen. */
export class PaletteList {
  readonly #input: HTMLInputElement
  readonly #box: HTMLElement
  readonly #count: HTMLElement
  #options: readonly HTMLElement[] = []
  #asked = 0
  #chosen = 0
  /** What the list answers; null before the first answer. */
  #shownFor: string | null = null

  constructor(input: HTMLInputElement, box: HTMLElement, count: HTMLElement) {
    this.#input = input
    this.#box = box
    this.#count = count
    box.addEventListener('click', (event) => {
      const option = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="option"]') : null
      if (option !== null) go(option, event.ctrlKey || event.metaKey)
    })
    // A click would take the focus out of the field.
    box.addEventListener('mousedown', (event) => event.preventDefault())
  }

  async ask(text: string): Promise<void> {
    const turn = ++this.#asked
    const { repo = '' } = document.body.dataset
    const ref = document.querySelector<HTMLElement>('[data-find-file]')?.dataset['ref'] ?? ''
    const answer = await fetch(`/-/palette?${new URLSearchParams({ q: text.trim(), repo, ref })}`).catch(() => null)
    const html = answer?.ok === true ? await answer.text() : null
    // A slow answer to what was typed before is worth nothing.
    if (turn !== this.#asked) return
    if (html === null) {
      this.#count.textContent = 'No answer: press Enter to search instead.'
      return
    }
    this.#show(new DOMParser().parseFromString(html, 'text/html'), text.trim())
  }

  #show(page: Document, text: string): void {
    const found = [...page.querySelectorAll('[data-palette-group]')].map((list) =>
      group(list.getAttribute('aria-label') ?? '', [...list.querySelectorAll('a')].map(optionOf)),
    )
    const wanted = themes.filter(
      ([, label]) =>
        text.length > 1 &&
        (label
          .toLowerCase()
          .split(/[\s:]+/)
          .some((word) => word.startsWith(text.toLowerCase())) ||
          isAboutColour(text)),
    )
    const colours = text === '' ? [] : wanted.map(([choice, label]) => themeOption(choice, label))
    this.#box.replaceChildren(...found, ...(colours.length === 0 ? [] : [group('Colours', colours)]))
    this.#options = [...this.#box.querySelectorAll<HTMLElement>('[role="option"]')]
    for (const [at, option] of this.#options.entries()) option.id = `palette-${at}`
    this.#count.textContent = countOf(this.#options.length)
    this.#shownFor = text
    this.#choose(0)
  }

  move(step: number): void {
    const count = this.#options.length
    if (count === 0) return
    const next = this.#chosen + step
    this.#choose(Math.abs(step) === 1 ? (next + count) % count : Math.min(Math.max(next, 0), count - 1))
  }

  choose(inNewTab: boolean): void {
    // Whoever is faster than the answer means what was typed, not what happens to stand in the list.
    const typed = this.#input.value.trim()
    const option = typed === this.#shownFor ? this.#options[this.#chosen] : undefined
    if (option !== undefined) go(option, inNewTab)
    else location.assign(`/search?${new URLSearchParams({ q: typed })}`)
  }

  #choose(at: number): void {
    this.#options[this.#chosen]?.setAttribute('aria-selected', 'false')
    this.#chosen = at
    const option = this.#options[at]
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    this.#input.setAttribute('aria-activedescendant', option?.id ?? '')
  }
}

function countOf(results: number): string {
  if (results === 0) return 'Nothing found.'
  return results === 1 ? '1 result' : `${results} results`
}

function isAboutColour(text: string): boolean {
  return (
    text.length > 2 && ['theme', 'color', 'dark mode', 'light mode'].some((word) => word.startsWith(text.toLowerCase()))
  )
}

function group(title: string, options: readonly HTMLElement[]): HTMLElement {
  const head = element('p', { class: 'palette-head', role: 'presentation' }, title)
  return element('div', { role: 'group', 'aria-label': title }, head, ...options)
}

function optionOf(link: HTMLAnchorElement): HTMLElement {
  const href = link.getAttribute('href') ?? '/'
  return element(
    'div',
    { ...optionLook, 'data-href': href },
    ...[...link.childNodes].map((node) => document.importNode(node, true)),
  )
}

function themeOption(choice: ThemeChoice, label: string): HTMLElement {
  const name = element('span', { class: 'palette-label' }, label)
  return element('div', { ...optionLook, 'data-theme-choice': choice }, name)
}

const optionLook = { role: 'option', class: 'palette-place', 'aria-selected': 'false' }

function go(option: HTMLElement, inNewTab: boolean): void {
  const theme = themes.find(([choice]) => choice === option.dataset['themeChoice'])?.[0]
  if (theme !== undefined) {
    storeTheme(theme)
    applyTheme(theme)
    for (const radio of document.querySelectorAll<HTMLInputElement>('[data-theme-switch] input'))
      radio.checked = radio.value === theme
    option.closest('dialog')?.close()
    return
  }
  const href = option.dataset['href'] ?? '/'
  if (inNewTab) open(href, '_blank', 'noopener')
  else location.assign(href)
}
