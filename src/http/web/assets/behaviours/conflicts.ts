import { replaceText, showRange } from './typed-text.ts'

interface Hunk {
  readonly start: number
  readonly end: number
  readonly ours: string
  readonly theirs: string
}

/** Above each text in conflict: which conflict comes next, and buttons that take one side of it, or both. */
export function enhanceConflicts(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-conflict]')) {
    const tools = part.querySelector<HTMLElement>('[data-conflict-tools]')
    const field = part.querySelector('textarea')
    if (tools !== null && field !== null) new ConflictTools(part, field).lay(tools)
  }
}

class ConflictTools {
  readonly #field: HTMLTextAreaElement
  readonly #status = document.createElement('p')
  readonly #buttons: readonly HTMLButtonElement[]
  #current = 0

  constructor(part: HTMLElement, field: HTMLTextAreaElement) {
    this.#field = field
    const { ours = '', theirs = '' } = part.dataset
    this.#status.role = 'status'
    this.#buttons = [
      buttonOf('Next', () => this.#show(this.#current + 1)),
      buttonOf(`Use ${ours}`, () => this.#take((hunk) => hunk.ours)),
      buttonOf(`Use ${theirs}`, () => this.#take((hunk) => hunk.theirs)),
      buttonOf('Use both', () => this.#take((hunk) => hunk.ours + hunk.theirs)),
    ]
    field.addEventListener('input', () => this.#say())
  }

  lay(tools: HTMLElement): void {
    tools.append(this.#status, ...this.#buttons)
    tools.hidden = false
    this.#say()
  }

  #take(side: (hunk: Hunk) => string): void {
    const hunk = this.#hunks()[this.#current]
    if (hunk === undefined) return
    replaceText(this.#field, hunk.start, hunk.end, side(hunk))
    this.#show(this.#current)
  }

  /** The cursor goes there, and the text scrolls. */
  #show(index: number): void {
    const hunks = this.#hunks()
    this.#current = hunks.length === 0 ? 0 : index % hunks.length
    const hunk = hunks[this.#current]
    if (hunk !== undefined) showRange(this.#field, hunk.start, hunk.end)
    this.#say()
  }

  #hunks(): readonly Hunk[] {
    return hunksOf(this.#field.value)
  }

  #say(): void {
    const hunks = this.#hunks()
    this.#current = Math.min(this.#current, Math.max(0, hunks.length - 1))
    const hunk = hunks[this.#current]
    const line = hunk === undefined ? 0 : this.#field.value.slice(0, hunk.start).split('\n').length
    const text =
      hunk === undefined
        ? 'No conflicts left in this file.'
        : `Conflict ${this.#current + 1} of ${hunks.length}, line ${line}.`
    if (this.#status.textContent !== text) this.#status.textContent = text
    for (const button of this.#buttons) button.disabled = hunk === undefined
  }
}

function buttonOf(text: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button button-default button-small'
  button.textContent = text
  button.addEventListener('click', press)
  return button
}

/** Line by line, so that no text makes it slow. */
function hunksOf(text: string): readonly Hunk[] {
  const hunks: Hunk[] = []
  let [start, middle, at] = [-1, -1, 0]
  for (const line of text.split(/(?<=\n)/)) {
    const end = at + line.length
    if (/^<{7} /.test(line)) [start, middle] = [at, -1]
    else if (start !== -1 && middle === -1 && /^={7}\n?$/.test(line)) middle = at
    else if (start !== -1 && middle !== -1 && /^>{7} /.test(line)) {
      const ours = text.slice(text.indexOf('\n', start) + 1, middle)
      const theirs = text.slice(text.indexOf('\n', middle) + 1, at)
      hunks.push({ start, end, ours, theirs })
      start = -1
    }
    at = end
  }
  return hunks
}
