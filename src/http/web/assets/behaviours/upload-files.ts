import { element } from './element.ts'
import { fetchPage, replacePart } from './page-refresh.ts'
import { sendFile, textIn } from './send-file.ts'

/**
 * Files of any size, one after the other: each has a line that says how far it has got, and what it was refused for. What
 * has arrived is shown where the page lists it; what is typed elsewhere on the page stays.
 */
export function enhanceUploads(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-uploads-to]')) {
    const input = place.querySelector<HTMLInputElement>('input[type="file"]')
    const list = place.querySelector<HTMLElement>('[data-uploads]')
    if (input === null || list === null) continue
    const said = place.querySelector<HTMLElement>('[role="status"]')
    const uploads = new Uploads(place.dataset['uploadsTo'] ?? '', list, (text) => {
      if (said !== null) said.textContent = text
    })
    input.addEventListener('change', () => {
      uploads.add([...(input.files ?? [])])
      input.value = ''
    })
    place.hidden = false
  }
}

class Uploads {
  readonly #at: string
  readonly #list: HTMLElement
  readonly #say: (text: string) => void
  readonly #waiting: { readonly file: File; readonly line: Line }[] = []
  #isBusy = false

  constructor(at: string, list: HTMLElement, say: (text: string) => void) {
    this.#at = at
    this.#list = list
    this.#say = say
    addEventListener('beforeunload', (event) => {
      if (this.#isBusy) event.preventDefault()
    })
  }

  add(files: readonly File[]): void {
    for (const file of files) {
      const line = new Line(file.name)
      this.#list.append(line.row)
      this.#waiting.push({ file, line })
    }
    if (!this.#isBusy) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isBusy = true
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { file, line } = next
      const told = await sendFile(`${this.#at}?name=${encodeURIComponent(file.name)}`, file, (share) =>
        line.show(share),
      )
      if (textIn(told, 'id') === null) line.refuse(textIn(told, 'message') ?? 'no response from the server')
      else {
        line.row.remove()
        this.#say(`${file.name} was added`)
        const fresh = (await fetchPage(location.href))?.querySelector<HTMLElement>('#uploaded')
        if (fresh !== null && fresh !== undefined) replacePart(fresh)
      }
    }
    this.#isBusy = false
  }
}

/** What is said of one file. */
class Line {
  readonly row: HTMLElement
  readonly #name: string
  readonly #bar = element('progress', { max: '1', value: '0' })
  readonly #said = element('span', { class: 'muted' }, 'waits')

  constructor(name: string) {
    this.#name = name
    this.#bar.setAttribute('aria-label', `Upload of ${name}`)
    this.row = element('li', { class: 'upload' }, element('span', { class: 'break' }, name), this.#bar, this.#said)
  }

  show(share: number): void {
    this.#bar.value = share
    // All of it is there; now it is put on the disk for good.
    this.#said.textContent = share < 1 ? `${Math.floor(share * 100)} %` : 'is being saved'
  }

  refuse(why: string): void {
    this.row.replaceChildren(
      element('p', { class: 'field-error', role: 'alert' }, `${this.#name} was not uploaded: ${why}`),
    )
  }
}
