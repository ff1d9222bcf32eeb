import { Worker } from 'node:worker_threads'
import { Turns } from '../core/turns.ts'
import { quickHighlight } from './quick-highlight.ts'
import type { Place, Task, TaskResult, TextAround } from './task.ts'

declare const htmlBrand: unique symbol
/** HTML that the sanitiser or the highlighter made: the only kind that a view may take as it is. */
export type SafeHtml = string & { readonly [htmlBrand]: true }

const patienceMs = 3000
/** A thread that has just been made reads its program first, and says when it is ready. */
const startMs = 10_000
const smallText = 16 * 1024
/** What is small is coloured sooner than a thread is told of it: so much of its time the thread that serves has for that. */
const shareMs = 4
/** To start the first thread takes ten times as long as the pages need that are asked for before there is one. */
const shareAloneMs = 16
const ofMs = 20
/**
 * Rather than wait long a page shows a text as it was written; but whoever comes next is waited for, although the one at
 * work takes all of its time and so does the start of a thread in place of its own. One page may have hundreds of texts,
 * and a large diff two for each of its files.
 */
const lane = { atOnce: 1, each: 1, waiting: 2000, eachWaiting: 500, patienceMs: 2 * patienceMs }

/**
 * Text to HTML, in threads beside the one that serves. Whatever takes too long is given up, with its thread. Those who
 * ask take turns, and what is small, as most of what people write to each other, never waits for what is large.
 */
export class Markup {
  readonly #program: URL
  readonly #small = new Turns(lane)
  readonly #large = new Turns(lane)
  readonly #idle: Worker[] = []
  /** They are reading their program. */
  readonly #starting = new Set<Worker>()
  #closed = false
  #isPrepared = false
  #isAlone = true
  #share = { since: 0, spent: 0 }

  /** `program` is the file that a thread runs. */
  constructor(program: URL) {
    this.#program = program
  }

  /**
   * A piece of HTML for each line; null when it takes too long. Like the others for one of those who ask (see `queueOf`),
   * and it throws that the server is busy where it was not begun.
   */
  async highlight(who: string, text: string, language: string): Promise<readonly SafeHtml[] | null> {
    const lines = this.#colourHere(text, language) ?? (await this.#run(who, { kind: 'highlight', text, language }))
    return lines as readonly SafeHtml[] | null
  }

  async markdown(who: string, text: string, around: TextAround): Promise<SafeHtml | null> {
    const result = await this.#run(who, { kind: 'markdown', text, ...around })
    return (result?.[0] ?? null) as SafeHtml | null
  }

  async notebook(who: string, text: string, place: Place | null): Promise<SafeHtml | null> {
    const result = await this.#run(who, { kind: 'notebook', text, place })
    return (result?.[0] ?? null) as SafeHtml | null
  }

  /** For the first who will need a thread: to start one takes longer than all the rest of a page. */
  prepare(): void {
    if (!this.#isPrepared && !this.#closed) this.#idle.push(this.#start())
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()))
  }

  #colourHere(text: string, language: string): readonly string[] | null {
    if (text.length > smallText) return null
    const began = performance.now()
    if (began - this.#share.since > ofMs) this.#share = { since: began, spent: 0 }
    if (this.#share.spent > (this.#isAlone ? shareAloneMs : shareMs)) return null
    const lines = quickHighlight(text, language)
    this.#share.spent += performance.now() - began
    return lines
  }

  #run(who: string, task: Task): Promise<TaskResult | null> {
    const turns = task.text.length <= smallText ? this.#small : this.#large
    return turns.run(who, () => this.#work(task))
  }

  #work(task: Task): Promise<TaskResult | null> {
    if (this.#closed) return Promise.resolve(null)
    return new Promise((resolve) => {
      const idle = this.#idle.pop()
      const worker = idle ?? this.#start()
      const finish = (result: TaskResult | null, usable: boolean): void => {
        clearTimeout(timer)
        worker.off('message', answered).off('error', failed).off('exit', failed)
        if (usable && !this.#closed) this.#idle.push(worker)
        else void worker.terminate()
        resolve(result)
      }
      const answered = (message: TaskResult | null | 'ready'): void => {
        if (message !== 'ready') return finish(message, true)
        clearTimeout(timer)
        timer = setTimeout(failed, patienceMs)
      }
      const failed = (): void => finish(null, false)
      let timer = setTimeout(failed, this.#starting.has(worker) ? startMs : patienceMs)
      worker.on('message', answered).once('error', failed).once('exit', failed)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
      worker.postMessage(task)
    })
  }

  #start(): Worker {
    this.#isPrepared = true
    const worker = new Worker(this.#program, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    this.#starting.add(worker)
    worker.once('message', () => {
      this.#starting.delete(worker)
      this.#isAlone = false
    })
    // A thread may fail while it does nothing, or while it is being ended: the service goes on without it.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      this.#starting.delete(worker)
      const at = this.#idle.indexOf(worker)
      if (at !== -1) this.#idle.splice(at, 1)
    })
    // Waiting for work keeps nobody from stopping.
    worker.unref()
    return worker
  }
}
