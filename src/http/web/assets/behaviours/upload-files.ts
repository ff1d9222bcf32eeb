import { fileSize, partOfSize } from '../../../../core/file-size.ts'
import { takeDrops } from './drop-files.ts'
import { element } from './element.ts'
import { fetchPage, replacePart } from './page-refresh.ts'
import { refusalOf, sendFile, textIn } from './send-file.ts'

/**
 * Files of any size, one after the other: each has a line that says how far it has got, and what it was refused for, and
 * can be called off there. What has arrived is shown where the page lists it; what is typed elsewhere on the page stays.
 */
export function enhanceUploads(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-uploads-to]')) {
    const input = place.querySelector<HTMLInputElement>('input[type="file"]')
    const list = place.querySelector<HTMLElement>('[data-uploads]')
    if (input === null || list === null) continue
    const said = place.querySelector<HTMLElement>('[role="status"]')
    const uploads = new Uploads({
      at: place.dataset['uploadsTo'] ?? '',
      mostBytes: Number(place.dataset['mostBytes']),
      list,
      input,
      say: (text) => {
        if (said !== null) said.textContent = text
      },
    })
    input.addEventListener('change', () => {
      uploads.add([...(input.files ?? [])])
      input.value = ''
    })
    takeDrops(place, ({ files, folders }) => {
      uploads.add(files)
      uploads.refuseFolders(folders)
    })
    place.hidden = false
  }
}

interface Place {
  readonly at: string
  readonly mostBytes: number
  readonly list: HTMLElement
  readonly input: HTMLInputElement
  /** To those who hear the page. */
  readonly say: (text: string) => void
}

class Uploads {
  readonly #place: Place
  readonly #waiting: { readonly file: File; readonly line: Line }[] = []
  #isBusy = false

  constructor(place: Place) {
    this.#place = place
    addEventListener('beforeunload', (event) => {
      if (this.#isBusy) event.preventDefault()
    })
  }

  add(files: readonly File[]): void {
    for (const file of files) {
      const line = new Line(file, () => {
        line.row.remove()
        this.#place.say(`${file.name} was canceled`)
        this.#place.input.focus()
      })
      this.#place.list.append(line.row)
      const refusal = refusalOf(file, this.#place.mostBytes)
      if (refusal !== null) line.refuse(refusal)
      else this.#waiting.push({ file, line })
    }
    if (!this.#isBusy) void this.#run()
  }

  refuseFolders(names: readonly string[]): void {
    for (const name of names)
      this.#place.list.append(refusedRow(name, 'It is a folder: drop the files that are in it.'))
  }

  async #run(): Promise<void> {
    this.#isBusy = true
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { file, line } = next
      if (line.signal.aborted) continue
      const told = await sendFile(`${this.#place.at}?name=${encodeURIComponent(file.name)}`, file, {
        tell: (sent) => line.show(sent),
        signal: line.signal,
      })
      if (line.signal.aborted) continue
      if (textIn(told, 'id') === null) line.refuse(textIn(told, 'message') ?? 'no response from the server')
      else {
        line.row.remove()
        this.#place.say(`${file.name} was added`)
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
  readonly #file: File
  readonly #calledOff = new AbortController()
  readonly #bar: HTMLProgressElement
  readonly #said = element('span', { class: 'muted upload-part' })
  readonly #cancel: HTMLButtonElement

  constructor(file: File, canceled: () => void) {
    const { name, size } = file
    this.#file = file
    this.#said.textContent = `${fileSize(size)}, waits`
    this.#bar = element('progress', { max: '1', value: '0', 'aria-label': `Upload of ${name}` })
    const look = { type: 'button', class: 'button button-default button-small', 'aria-label': `Cancel ${name}` }
    this.#cancel = element('button', look, 'Cancel')
    this.#cancel.addEventListener('click', () => {
      this.#calledOff.abort()
      canceled()
    })
    const called = element('span', { class: 'break' }, name)
    this.row = element('li', { class: 'upload' }, called, this.#bar, this.#said, this.#cancel)
  }

  get signal(): AbortSignal {
    return this.#calledOff.signal
  }

  show(sent: number): void {
    const { size } = this.#file
    const isAllThere = sent >= size
    this.#bar.value = size === 0 ? 0 : sent / size
    // All of it is there; now it is put on the disk for good, and nobody could say whether it still was called off.
    this.#said.textContent = isAllThere ? 'is being saved' : partOfSize(sent, size)
    this.#cancel.hidden = isAllThere
  }

  refuse(why: string): void {
    this.row.replaceWith(refusedRow(this.#file.name, why))
  }
}

function refusedRow(name: string, why: string): HTMLElement {
  const words = element('p', { class: 'field-error', role: 'alert' }, `${name} was not uploaded: ${why}`)
  return element('li', { class: 'upload' }, words)
}
