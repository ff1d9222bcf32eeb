/**
 * Files that are pasted, dropped or chosen are sent, and what stands for them is put where they were meant. How far each
 * has got is said under the text.
 */
export function uploadPasted(editor: HTMLElement, field: HTMLTextAreaElement): (files: readonly File[]) => void {
  const at = editor.dataset['uploadAt']
  if (at === undefined) return () => undefined
  editor.querySelector('[data-md-files]')?.removeAttribute('hidden')
  const progress = new Progress(editor.querySelector<HTMLElement>('[data-md-sending]'))
  const upload = (files: readonly File[]): void => {
    for (const file of files) void send(at, field, file, progress)
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
  readonly #shares = new Map<string, number>()

  constructor(line: HTMLElement | null) {
    this.#line = line
  }

  set(name: string, share: number | null): void {
    if (share === null) this.#shares.delete(name)
    else this.#shares.set(name, share)
    if (this.#line === null) return
    this.#line.hidden = this.#shares.size === 0
    const words = [...this.#shares].map(([one, part]) => `${one} ${Math.round(part * 100)} %`)
    this.#line.textContent = words.length === 0 ? '' : `Uploading ${words.join(', ')}`
  }
}

async function send(at: string, field: HTMLTextAreaElement, file: File, progress: Progress): Promise<void> {
  const name = file.name === '' ? 'file' : file.name
  const mark = `[Uploading ${name.replaceAll(/[[\]]/g, ' ')}…]`
  const before = field.value.slice(0, field.selectionStart)
  // Behind a word or another file it begins a line of its own.
  const gap = /\S$/.test(before) ? '\n' : ''
  field.setRangeText(gap + mark, field.selectionStart, field.selectionEnd, 'end')
  const told = await post(`${at}?name=${encodeURIComponent(name)}`, file, (share) => progress.set(name, share))
  progress.set(name, null)
  const text =
    textIn(told, 'markdown') ??
    `[${name} was not uploaded: ${textIn(told, 'message') ?? 'no response from the server'}]`
  const from = field.value.indexOf(mark)
  if (from === -1) field.setRangeText(text, field.value.length, field.value.length, 'end')
  else {
    const end = from + mark.length
    // A caret in or at the end of the mark would be kept as a selection of the whole text, and the next key would replace it.
    const isThere = field.selectionStart > from && field.selectionStart <= end
    field.setRangeText(text, from, end, isThere ? 'end' : 'preserve')
  }
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** `fetch` does not say how much of a body was sent. */
function post(at: string, file: File, tell: (share: number) => void): Promise<unknown> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', at)
    request.responseType = 'json'
    request.setRequestHeader('content-type', file.type === '' ? 'application/octet-stream' : file.type)
    request.setRequestHeader('x-api-form', 'B')
    request.upload.addEventListener('progress', ({ loaded, total }) => tell(total === 0 ? 0 : loaded / total))
    request.addEventListener('loadend', () => resolve(request.response))
    tell(0)
    request.send(file)
  })
}

function textIn(told: unknown, name: string): string | null {
  const value: unknown = typeof told === 'object' && told !== null ? Reflect.get(told, name) : null
  return typeof value === 'string' ? value : null
}
