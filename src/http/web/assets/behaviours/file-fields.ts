import { fileSize } from '../../../../core/file-size.ts'
import { takeDrops } from './drop-files.ts'
import { element } from './element.ts'

/**
 * What was chosen is listed with its size, and can be taken out again; what is dropped is added. What the form would not
 * take is refused there: nothing that was typed beside it is sent in vain.
 */
export function enhanceFileFields(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-file-field]')) {
    const input = place.querySelector('input')
    const list = place.querySelector<HTMLElement>('[data-chosen]')
    const sum = place.querySelector<HTMLElement>('[data-chosen-sum]')
    if (input !== null && list !== null && sum !== null) new FileField(place, input, { list, sum }).serve()
  }
}

class FileField {
  readonly #place: HTMLElement
  readonly #input: HTMLInputElement
  readonly #parts: { readonly list: HTMLElement; readonly sum: HTMLElement }

  constructor(place: HTMLElement, input: HTMLInputElement, parts: { list: HTMLElement; sum: HTMLElement }) {
    this.#place = place
    this.#input = input
    this.#parts = parts
  }

  serve(): void {
    this.#input.addEventListener('change', () => this.#show(refusalOf(this.#input)))
    takeDrops(this.#place, ({ files, folders }) => {
      const names = new Set(files.map(({ name }) => name))
      this.#choose([...this.#chosen().filter(({ name }) => !names.has(name)), ...files])
      const [folder] = folders
      if (folder !== undefined && this.#input.validity.valid) {
        this.#tell(`${folder} is a folder: drop the files that are in it.`)
      }
    })
    // Coming back with the back button finds them chosen.
    addEventListener('pageshow', () => this.#show(refusalOf(this.#input)))
  }

  #chosen(): readonly File[] {
    return [...(this.#input.files ?? [])]
  }

  #choose(files: readonly File[]): void {
    const chosen = new DataTransfer()
    for (const file of files) chosen.items.add(file)
    this.#input.files = chosen.files
    this.#show(refusalOf(this.#input))
  }

  #show(refusal: string): void {
    const files = this.#chosen()
    const { eachBytes, mostBytes } = this.#input.dataset
    const most = eachBytes === undefined ? ` of ${fileSize(Number(mostBytes))}` : ''
    this.#parts.list.replaceChildren(...files.map((file) => this.#row(file)))
    const words = files.length === 1 ? '1 file' : `${files.length} files`
    this.#parts.sum.textContent = files.length === 0 ? '' : `${words}, ${fileSize(bytesOf(files))}${most}`
    this.#input.setCustomValidity(refusal)
    this.#tell(refusal)
  }

  #row(file: File): HTMLElement {
    const look = { type: 'button', class: 'button button-ghost button-small', 'aria-label': `Remove ${file.name}` }
    const remove = element('button', look, 'Remove')
    remove.addEventListener('click', () => {
      this.#choose(this.#chosen().filter((one) => one !== file))
      this.#input.focus()
    })
    const size = element('span', { class: 'muted' }, fileSize(file.size))
    return element('li', {}, element('span', { class: 'break' }, file.name), size, remove)
  }

  #tell(text: string): void {
    this.#place.querySelector('[role="alert"]')?.remove()
    if (text !== '') this.#place.append(element('p', { class: 'field-error', role: 'alert' }, text))
  }
}

function refusalOf({ files, dataset }: HTMLInputElement): string {
  const chosen = [...(files ?? [])]
  const [mostFiles, mostBytes] = [Number(dataset['mostFiles']), Number(dataset['mostBytes'])]
  if (chosen.length > mostFiles) return `These are ${chosen.length} files: choose at most ${mostFiles}.`
  if (dataset['eachBytes'] !== undefined) return tooLarge(chosen, Number(dataset['eachBytes']))
  const bytes = bytesOf(chosen)
  if (bytes <= mostBytes) return ''
  return `These have ${mebibytes(bytes)} MiB together: choose at most ${mebibytes(mostBytes)} MiB.`
}

/** Where each is sent by itself. */
function tooLarge(files: readonly File[], mostBytes: number): string {
  const found = files.find(({ size }) => size > mostBytes)
  return found === undefined
    ? ''
    : `${found.name} has ${fileSize(found.size)}: a file may have at most ${fileSize(mostBytes)}.`
}

function bytesOf(files: readonly File[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 1 })
}
