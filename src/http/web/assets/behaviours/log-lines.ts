import { parseAnsi } from '../../ansi.ts'

/** As the stream sends it. */
export interface StreamedLine {
  readonly line: number
  readonly content: string
  readonly stream: string
  readonly timestamp: string
  readonly job: number | null
  readonly step: number | null
}

interface NumberedLine extends StreamedLine {
  readonly inJob: number
}

/** More than this a page does not hold: those that came first go. */
const mostInPage = 3000
const mostInFrame = 500

/** Puts lines that come into their groups: many at once, once a frame, so that a flood does not stop the page. */
export class LogLines {
  readonly #log: HTMLElement
  readonly #all: HTMLCollectionOf<Element>
  #waiting: NumberedLine[] = []
  /** How many lines each job has, by the part of the page that holds them; null where some came before the page. */
  readonly #counts: Map<string, number> | null
  #frame = 0

  constructor(log: HTMLElement) {
    this.#log = log
    this.#all = log.getElementsByClassName('log-line')
    const jobs = [...log.querySelectorAll('.log-job')]
    this.#counts =
      log.dataset['whole'] === undefined
        ? null
        : new Map(jobs.map((job) => [job.id, job.querySelectorAll('.log-line').length]))
  }

  add(line: StreamedLine): void {
    this.#waiting.push({ ...line, inJob: this.#numberOf(line) })
    // They come faster than they are drawn, or nothing is, in the background: what would not be kept is not even made.
    if (this.#waiting.length > mostInPage + mostInFrame) {
      this.#waiting.splice(0, this.#waiting.length - mostInPage)
      this.#sayCut()
    }
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw())
  }

  #draw(): void {
    this.#frame = 0
    const isWatched = this.#isEndInView()
    const groups = Map.groupBy(this.#waiting.splice(0, mostInFrame), ({ job, step }) => `${job ?? 'p'}-${step ?? 'r'}`)
    for (const [key, lines] of groups) {
      const fragment = document.createDocumentFragment()
      for (const line of lines) fragment.append(lineElement(line))
      this.#groupOf(key)?.append(fragment)
    }
    this.#trim()
    if (isWatched) this.#end()?.scrollIntoView({ block: 'end' })
    if (this.#waiting.length > 0) this.#frame = requestAnimationFrame(() => this.#draw())
  }

  #numberOf({ line, job }: StreamedLine): number {
    if (this.#counts === null) return line
    const id = `log-${job ?? 'p'}`
    const number = (this.#counts.get(id) ?? 0) + 1
    this.#counts.set(id, number)
    return number
  }

  #end(): HTMLElement | null {
    return this.#log.querySelector('#log-end')
  }

  /** Whoever sees the end of the log goes along with it; whoever has scrolled away stays there. */
  #isEndInView(): boolean {
    const end = this.#end()
    const wants = scrollY > 0 || location.hash === '#log-end'
    return wants && end !== null && end.getBoundingClientRect().top <= innerHeight + 24
  }

  #groupOf(key: string): Element | null {
    this.#log.querySelector('.log-nothing')?.remove()
    const [job = 'p', step = 'r'] = key.split('-')
    const body = this.#log.querySelector('.log-body')
    const outer = body && fold(body, 'log-job', `log-${job}`, job === 'p' ? 'Pipeline' : `Job ${Number(job) + 1}`)
    if (outer === null) return null
    const inner = fold(outer, 'log-step', `log-${key}`, step === 'r' ? 'Runner' : `Step ${Number(step) + 1}`)
    const lines = inner.querySelector('.log-lines')
    if (lines !== null) return lines
    const made = document.createElement('div')
    made.className = 'log-lines'
    inner.append(made)
    return made
  }

  #trim(): void {
    let excess = this.#all.length - mostInPage
    if (excess <= 0) return
    this.#sayCut()
    const groups = [...this.#log.querySelectorAll('.log-lines')]
    for (; excess > 0; excess--) {
      const largest = groups.reduce((a, b) => (b.childElementCount > a.childElementCount ? b : a))
      largest.firstElementChild?.remove()
    }
  }

  #sayCut(): void {
    delete this.#log.dataset['whole']
    if (this.#log.querySelector('.log-cut') !== null) return
    const note = document.createElement('p')
    note.className = 'log-note log-cut'
    const link = document.createElement('a')
    link.href = '?from=1#log'
    link.textContent = 'Show the log from the beginning'
    note.append('Earlier lines are no longer shown here. ', link)
    this.#log.querySelector('.log-body')?.before(note)
  }
}

/** One that is there, or a new one; what the server knows of it comes with the next look at its state. */
function fold(into: Element, name: string, id: string, title: string): Element {
  const known = into.querySelector(`#${id}`)
  if (known !== null) return known
  const made = document.createElement('details')
  made.className = name
  made.id = id
  made.open = true
  const head = document.createElement('summary')
  head.className = 'log-head'
  head.id = `${id}-head`
  head.textContent = title
  made.append(head)
  into.append(made)
  return made
}

/** In the shape that the server gives them (log-text.tsx). */
function lineElement({ line, inJob, content, stream, timestamp }: NumberedLine): HTMLElement {
  const row = document.createElement('div')
  row.className = `log-line log-${stream}`
  row.id = `L${line}`
  row.dataset['at'] = timestamp.slice(11, 19)
  const number = document.createElement('a')
  number.className = 'log-number'
  number.href = `#L${line}`
  number.dataset['line'] = String(inJob)
  number.setAttribute('aria-label', `Line ${inJob}`)
  const text = document.createElement('span')
  text.className = 'log-text'
  for (const part of parseAnsi(content)) {
    if (part.classes === '') text.append(part.text)
    else {
      const piece = document.createElement('span')
      piece.className = part.classes
      piece.textContent = part.text
      text.append(piece)
    }
  }
  row.append(number, text)
  return row
}
