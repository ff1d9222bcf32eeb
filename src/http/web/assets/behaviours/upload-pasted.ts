import { partOfSize } from '../../../../core/file-size.ts'
import { largestAttachment } from '../../../../core/largest-attachment.ts'
import { element } from './element.ts'
import { refusalOf, sendFile, textIn } from './send-file.ts'

/**
 * Files that are pasted, dropped or chosen are sent, and what stands for them is put where they were meant. How far each
 * has got is said under the text, and so is what was refused: the text is left as it was, for it would be posted with it.
 */
export function uploadPasted(editor: HTMLElement, field: HTMLTextAreaElement): (files: readonly File[]) => void {
  const at = editor.dataset['uploadAt']
  if (at === undefined) return () => undefined
  editor.querySelector('[data-md-files]')?.removeAttribute('hidden')
  const progress = new Progress(editor.querySelector<HTMLElement>('[data-md-sending]'))
  const refusals = new Refusals(editor.querySelector<HTMLElement>('[data-md-refused]'))
  const upload = (files: readonly File[]): void => {
    refusals.clear()
    for (const file of files) void send(at, field, file, { progress, refusals })
  }
  field.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    upload(files)
  })
  field.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    editor.dataset['dropping'] = ''
  })
  const settle = (): void => void delete editor.dataset['dropping']
  field.addEventListener('dragleave', settle)
  field.addEventListener('drop', (event) => {
    settle()
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    upload(files)
  })
  return upload
}

/** How far the files that are under way have got, in one line. */
class Progress {
  readonly #line: HTMLElement | null
  readonly #parts = new Map<string, string>()

  constructor(line: HTMLElement | null) {
    this.#line = line
  }

  set(name: string, part: string | null): void {
    if (part === null) this.#parts.delete(name)
    else this.#parts.set(name, part)
    if (this.#line === null) return
    this.#line.hidden = this.#parts.size === 0
    const words = [...this.#parts].map(([one, sent]) => `${one} (${sent})`)
    this.#line.textContent = words.length === 0 ? '' : `Uploading ${words.join(', ')}`
  }
}

/** What did not arrive, and why, until something is sent again. */
class Refusals {
  readonly #place: HTMLElement | null

  constructor(place: HTMLElement | null) {
    this.#place = place
  }

  clear(): void {
    this.#place?.replaceChildren()
  }

  add(name: string, why: string): void {
    this.#place?.append(element('p', { class: 'field-error' }, `${name} was not uploaded: ${why}`))
  }
}

interface Told {
  readonly progress: Progress
  readonly refusals: Refusals
}

async function send(at: string, field: HTMLTextAreaElement, file: File, { progress, refusals }: Told): Promise<void> {
  const name = file.name === '' ? 'file' : file.name
  const refusal = refusalOf(file, largestAttachment)
  if (refusal !== null) return refusals.add(name, refusal)
  const mark = `[Uploading ${name.replaceAll(/[[\]]/g, ' ')}…]`
  const before = field.value.slice(0, field.selectionStart)
  const written = field.value.slice(field.selectionStart, field.selectionEnd)
  // Behind a word or another file it begins a line of its own.
  const gap = /\S$/.test(before) ? '\n' : ''
  field.setRangeText(gap + mark, field.selectionStart, field.selectionEnd, 'end')
  const told = await sendFile(`${at}?name=${encodeURIComponent(name)}`, file, {
    tell: (sent) => progress.set(name, partOfSize(sent, file.size)),
  })
  progress.set(name, null)
  const markdown = textIn(told, 'markdown')
  if (markdown === null) {
    refusals.add(name, textIn(told, 'message') ?? 'no response from the server')
    const isApart = gap !== '' && field.value.includes(gap + mark)
    replace(field, isApart ? gap + mark : mark, written, '')
  } else replace(field, mark, markdown, markdown)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Where the mark was deleted meanwhile, what is to come then is put at the end. */
function replace(field: HTMLTextAreaElement, mark: string, text: string, otherwise: string): void {
  const from = field.value.indexOf(mark)
  if (from === -1) {
    field.setRangeText(otherwise, field.value.length, field.value.length, 'end')
    return
  }
  const end = from + mark.length
  // A caret in or at the end of the mark would be kept as a selection of the whole text, and the next key would replace it.
  const isThere = field.selectionStart > from && field.selectionStart <= end
  field.setRangeText(text, from, end, isThere ? 'end' : 'preserve')
}
