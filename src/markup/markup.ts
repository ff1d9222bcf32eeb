import { Worker } from 'node:worker_threads'
import type { ReferenceLinks } from './link-references.ts'
import { quickHighlight } from './quick-highlight.ts'
import type { Place, Task, TaskResult } from './task.ts'

declare const htmlBrand: unique symbol
/** HTML that the sanitiser or the highlighter made: the only kind that a view may take as it is. */
export type SafeHtml = string & { readonly [htmlBrand]: true }

const patienceMs = 3000
/** A thread that has just been made reads its program first, and says when it is ready. */
const startMs = 10_000
/** So much is coloured sooner than a thread is told of it; and so much of its time the thread that serves has for that. */
const smallText = 16 * 1024
const shareMs = 4
const ofMs = 20
const mostThreads = 2
const mostWaiting = 200

interface Waiting {
  readonly task: Task
  resolve(result: TaskResult | null): void
}

/** Text to HTML, in threads beside the one that serves. Whatever takes too long is given up, with its thread. */
export class Markup {
  readonly #program: URL
  readonly #idle: Worker[] = []
  readonly #waiting: Waiting[] = []
  #threads = 0
  #closed = false
  #share = { since: 0, spent: 0 }

  /** `program` is the file that a thread runs. */
  constructor(program: URL) {
    this.#program = program
  }

  /** A piece of HTML for each line; null when it could not be done in time. */
  async highlight(text: string, language: string): Promise<readonly SafeHtml[] | null> {
    const lines = this.#colourHere(text, language) ?? (await this.#run({ kind: 'highlight', text, language }))
    return lines as readonly SafeHtml[] | null
  }

  async markdown(text: string, place: Place | null, references: ReferenceLinks = {}): Promise<SafeHtml | null> {
    const result = await this.#run({ kind: 'markdown', text, place, references })
    return (result?.[0] ?? null) as SafeHtml | null
  }

  async notebook(text: string, place: Place | null): Promise<SafeHtml | null> {
    const result = await this.#run({ kind: 'notebook', text, place })
    return (result?.[0] ?? null) as SafeHtml | null
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const one of this.#waiting.splice(0)) one.resolve(null)
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()))
  }

  #colourHere(text: string, language: string): readonly string[] | null {
    if (text.length > smallText) return null
    const began = performance.now()
    if (began - this.#share.since > ofMs) this.#share = { since: began, spent: 0 }
    if (this.#share.spent > shareMs) return null
    const lines = quickHighlight(text, language)
    this.#share.spent += performance.now() - began
    return lines
  }

  #run(task: Task): Promise<TaskResult | null> {
    if (this.#closed || this.#waiting.length >= mostWaiting) return Promise.resolve(null)
    return new Promise((resolve) => {
      this.#waiting.push({ task, resolve })
      this.#next()
    })
  }

  #next(): void {
    if (this.#waiting.length === 0) return
    const idle = this.#idle.pop()
    const worker = idle ?? (this.#threads < mostThreads ? this.#start() : undefined)
    const one = worker === undefined ? undefined : this.#waiting.shift()
    if (worker === undefined || one === undefined) return
    const finish = (result: TaskResult | null, usable: boolean): void => {
      clearTimeout(timer)
      worker.off('message', answered).off('error', failed).off('exit', failed)
      if (usable && !this.#closed) this.#idle.push(worker)
      else {
        this.#threads -= 1
        void worker.terminate()
      }
      one.resolve(result)
      this.#next()
    }
    const answered = (message: TaskResult | null | 'ready'): void => {
      if (message !== 'ready') return finish(message, true)
      clearTimeout(timer)
      timer = setTimeout(failed, patienceMs)
    }
    const failed = (): void => finish(null, false)
    let timer = setTimeout(failed, idle === undefined ? startMs : patienceMs)
    worker.on('message', answered).once('error', failed).once('exit', failed)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
    worker.postMessage(one.task)
  }

  #start(): Worker {
    this.#threads += 1
    const worker = new Worker(this.#program, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    // A thread may fail while it does nothing, or while it is being ended: the service goes on without it.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      const at = this.#idle.indexOf(worker)
      if (at === -1) return
      this.#idle.splice(at, 1)
      this.#threads -= 1
    })
    // Waiting for work keeps nobody from stopping.
    worker.unref()
    return worker
  }
}
