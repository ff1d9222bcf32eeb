import { fileSize, partOfSize } from '../../../../core/file-size.ts'
import { element } from './element.ts'
import { fetchPage, replacePart } from './page-refresh.ts'
import { sendFile, textIn } from './send-file.ts'

/**
 * Files that are larger than a form takes go before it, one after the other: each has a line that says how far it has got,
 * and what it was refused for, and can be called off there. The form itself is sent when all of them have arrived.
 */
export function enhanceUploads(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-uploads-to]')) {
    const list = input.parentElement?.querySelector<HTMLElement>('[data-uploads]') ?? null
    if (input.form !== null && list !== null) new Uploads({ input, form: input.form, list }).serve()
  }
}

interface Place {
  readonly input: HTMLInputElement
  readonly form: HTMLFormElement
  readonly list: HTMLElement
}

class Uploads {
  readonly #place: Place
  #isBusy = false

  constructor(place: Place) {
    this.#place = place
  }

  serve(): void {
    const { form, input } = this.#place
    form.addEventListener('submit', (event) => {
      const files = [...(input.files ?? [])]
      const bytes = files.reduce((sum, { size }) => sum + size, 0)
      if (!this.#isBusy && bytes <= Number(input.dataset['mostBytes'])) return
      event.preventDefault()
      // Nobody is to take it for sent, and forget what was typed.
      event.stopImmediatePropagation()
      if (!this.#isBusy) void this.#sendAll(files, event.submitter)
    })
    addEventListener('beforeunload', (event) => {
      if (this.#isBusy) event.preventDefault()
    })
  }

  async #sendAll(files: readonly File[], button: HTMLElement | null): Promise<void> {
    const { form, input, list } = this.#place
    this.#isBusy = true
    button?.setAttribute('data-pressed', '')
    input.disabled = true
    const haveArrived = (await this.#hasRelease()) && (await this.#sendEach(files))
    input.disabled = false
    button?.removeAttribute('data-pressed')
    this.#isBusy = false
    if (!haveArrived) return
    list.replaceChildren()
    form.requestSubmit(button)
  }

  /** Files belong to a release: one that is new begins as a draft, which nobody sees before all of them are there. */
  async #hasRelease(): Promise<boolean> {
    const { form, input } = this.#place
    if (input.dataset['release'] !== undefined) return true
    const told = await makeDraft(input.dataset['uploadsTo'] ?? '', new FormData(form))
    const id = textIn(told, 'id')
    if (id === null) {
      this.#refuse(told)
      return false
    }
    input.dataset['release'] = id
    // From here on it is one that is changed, by a reload as well.
    form.action = form.action.replace(/new$/, `${id}/edit`)
    history.replaceState(null, '', form.action)
    return true
  }

  /** Whoever can mend it is led to where. */
  #refuse(told: unknown): void {
    const { form, list } = this.#place
    const [detail] = detailsOf(told)
    const found = form.elements.namedItem(textIn(detail, 'field') ?? '')
    const field = found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found : null
    const label = field?.labels?.[0]?.firstChild?.textContent ?? null
    const why = label === null ? textIn(told, 'message') : `${label}: ${textIn(detail, 'message')}`
    const words = `The release was not saved. ${why ?? 'The server did not answer.'}`
    list.replaceChildren(
      element('li', { class: 'upload' }, element('p', { class: 'field-error', role: 'alert' }, words)),
    )
    field?.focus()
  }

  /** Those that have arrived need not be chosen again if another has not. */
  async #sendEach(files: readonly File[]): Promise<boolean> {
    const { input, list } = this.#place
    const lines = files.map((file) => new Line(file))
    list.replaceChildren(...lines.map(({ row }) => row))
    input.value = ''
    input.dispatchEvent(new Event('change'))
    let haveArrived = true
    for (const line of lines) {
      const at = `${input.dataset['uploadsTo']}/${input.dataset['release']}/assets`
      const isThere = await line.send(at)
      haveArrived &&= isThere
      if (isThere) await this.#showArrived()
    }
    return haveArrived
  }

  async #showArrived(): Promise<void> {
    const fresh = (await fetchPage(this.#place.form.action))?.querySelector<HTMLElement>('#uploaded')
    if (fresh !== null && fresh !== undefined) replacePart(fresh)
  }
}

function detailsOf(told: unknown): readonly unknown[] {
  const details: unknown = typeof told === 'object' && told !== null ? Reflect.get(told, 'details') : null
  return Array.isArray(details) ? details : []
}

/** Gives what the API said; null where it said nothing. */
async function makeDraft(at: string, typed: FormData): Promise<unknown> {
  const text = (name: string): string => {
    const value = typed.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const target = text('target')
  const answer = await fetch(at, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-form': 'B' },
    body: JSON.stringify({
      tag_name: text('tag_name'),
      ...(target === '' ? {} : { target }),
      name: text('name'),
      body: text('body'),
      draft: true,
      prerelease: typed.has('prerelease'),
    }),
  }).catch(() => null)
  const told: unknown = await answer?.json().catch(() => null)
  return told
}

/** What is said of one file. */
class Line {
  readonly row: HTMLElement
  readonly #file: File
  readonly #calledOff = new AbortController()
  readonly #bar: HTMLProgressElement
  readonly #said = element('span', { class: 'muted upload-part' })
  readonly #cancel: HTMLButtonElement

  constructor(file: File) {
    const { name, size } = file
    this.#file = file
    this.#said.textContent = `${fileSize(size)}, waits`
    this.#bar = element('progress', { max: '1', value: '0', 'aria-label': `Upload of ${name}` })
    const look = { type: 'button', class: 'button button-default button-small', 'aria-label': `Cancel ${name}` }
    this.#cancel = element('button', look, 'Cancel')
    this.#cancel.addEventListener('click', () => {
      this.#calledOff.abort()
      this.#refuse(`${name} was canceled. The release waits to be saved.`)
    })
    const called = element('span', { class: 'break' }, name)
    this.row = element('li', { class: 'upload' }, called, this.#bar, this.#said, this.#cancel)
  }

  /** Whether it has arrived. */
  async send(at: string): Promise<boolean> {
    const { signal } = this.#calledOff
    if (signal.aborted) return false
    const told = await sendFile(`${at}?name=${encodeURIComponent(this.#file.name)}`, this.#file, {
      tell: (sent) => this.#show(sent),
      signal,
    })
    if (signal.aborted) return false
    const isThere = textIn(told, 'id') !== null
    if (isThere) this.row.remove()
    else
      this.#refuse(`${this.#file.name} was not uploaded: ${textIn(told, 'message') ?? 'no response from the server'}`)
    return isThere
  }

  #show(sent: number): void {
    const { size } = this.#file
    const isAllThere = sent >= size
    this.#bar.value = size === 0 ? 0 : sent / size
    // All of it is there; now it is put on the disk for good, and nobody could say whether it still was called off.
    this.#said.textContent = isAllThere ? 'is being saved' : partOfSize(sent, size)
    this.#cancel.hidden = isAllThere
  }

  #refuse(words: string): void {
    this.row.replaceChildren(element('p', { class: 'field-error', role: 'alert' }, words))
  }
}
