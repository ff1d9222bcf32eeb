// Text that is edited line by line, where every line keeps its identity: so it is known where each one went.

export interface TrackedLine {
  readonly id: number
  readonly text: string
}

type Lines = readonly TrackedLine[]

let lastId = 0

function fresh(texts: readonly string[]): Lines {
  return texts.map((text) => ({ id: ++lastId, text }))
}

export class TrackedText {
  readonly lines: Lines

  constructor(lines: Lines) {
    this.lines = lines
  }

  static of(text: string): TrackedText {
    return new TrackedText(fresh(text.replace(/\n$/, '').split('\n')))
  }

  get text(): string {
    return this.lines.map(({ text }) => `${text}\n`).join('')
  }

  /** From 0; the first line that matches, at or behind another. */
  find(pattern: RegExp, from = 0): number {
    const at = this.lines.findIndex(({ text }, index) => index >= from && pattern.test(text))
    if (at === -1) throw new Error(`No line matches ${pattern}`)
    return at
  }

  insert(at: number, text: string): TrackedText {
    return this.#with(at, 0, fresh(text.split('\n')))
  }

  remove(at: number, count = 1): TrackedText {
    return this.#with(at, count, [])
  }

  /** Other lines in their place, which are not the same ones any more. */
  rewrite(at: number, count: number, text: string): TrackedText {
    return this.#with(at, count, fresh(text.split('\n')))
  }

  /** The same lines, said differently. */
  edit(at: number, count: number, change: (text: string) => string): TrackedText {
    const edited = this.lines.slice(at, at + count).map(({ id, text }) => ({ id, text: change(text) }))
    return this.#with(at, count, edited)
  }

  editAll(change: (text: string) => string): TrackedText {
    return this.edit(0, this.lines.length, change)
  }

  /** To before the line that is at `to` now. */
  move(at: number, count: number, to: number): TrackedText {
    const moved = this.lines.slice(at, at + count)
    const rest = [...this.lines.slice(0, at), ...this.lines.slice(at + count)]
    const place = to > at ? to - count : to
    return new TrackedText([...rest.slice(0, place), ...moved, ...rest.slice(place)])
  }

  sort(at: number, count: number): TrackedText {
    const sorted = this.lines.slice(at, at + count).toSorted((one, other) => (one.text < other.text ? -1 : 1))
    return this.#with(at, count, sorted)
  }

  #with(at: number, count: number, lines: Lines): TrackedText {
    return new TrackedText([...this.lines.slice(0, at), ...lines, ...this.lines.slice(at + count)])
  }
}
