import { Worker } from 'node:worker_threads'
import { Turns } from '../core/turns.ts'
import type { TaskAnswer, TaskName, Tasks } from './task.ts'

const patienceMs = 60_000
/** A thread that has nothing to do lets go of its memory. */
const restMs = 30_000
const memoryMb = 768

/** It took too long, too much memory, or cannot be done. */
export class InventoryFailed extends Error {
  override readonly name = 'InventoryFailed'
}

/**
 * Reading lock files and writing documents, in a thread beside the one that serves, one thing after the other. What
 * takes too long is given up, with the thread.
 */
export class InventoryThread {
  /** Of Stithy, as documents name it. */
  readonly toolVersion: string
  readonly #program: URL
  readonly #turns = new Turns({ atOnce: 1, each: 1, waiting: 500 })
  #worker: Worker | null = null
  #rest: NodeJS.Timeout | undefined
  #isClosed = false

  /** `program` is the file that the thread runs. */
  constructor(program: URL, toolVersion: string) {
    this.#program = program
    this.toolVersion = toolVersion
  }

  /** `who`: those who wait are let in one after the other, so that whoever asks a lot delays themselves. */
  async run<N extends TaskName>(
    who: string,
    name: N,
    asks: Tasks[N]['asks'],
    patience = patienceMs,
  ): Promise<Tasks[N]['gives']> {
    const answer = await this.#turns.run(who, () => this.#ask({ name, asks }, patience))
    if ('failed' in answer) throw new InventoryFailed(answer.failed)
    return answer.given
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#rest)
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #ask(task: { readonly name: TaskName; readonly asks: unknown }, patience: number): Promise<TaskAnswer> {
    if (this.#isClosed) return Promise.resolve({ failed: 'the service stops' })
    clearTimeout(this.#rest)
    const worker = this.#worker ?? this.#start()
    return new Promise((resolve) => {
      const finish = (answer: TaskAnswer, isUsable: boolean): void => {
        clearTimeout(timer)
        worker.off('message', answered).off('error', broken).off('exit', left)
        if (isUsable) this.#rest = setTimeout(() => this.#letGo(worker), restMs).unref()
        else this.#letGo(worker)
        resolve(answer)
      }
      const answered = (answer: TaskAnswer): void => finish(answer, true)
      const broken = (error: Error): void => finish({ failed: error.message }, false)
      const left = (): void => finish({ failed: 'the thread ended' }, false)
      const tooLate = (): void => finish({ failed: `it took more than ${patience / 1000} s` }, false)
      const timer = setTimeout(tooLate, patience)
      worker.once('message', answered).once('error', broken).once('exit', left)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
      worker.postMessage(task)
    })
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    // It may fail while it is being ended: the service goes on without it.
    worker.on('error', () => undefined)
    // Waiting for work keeps nobody from stopping.
    worker.unref()
    this.#worker = worker
    return worker
  }

  #letGo(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null
    void worker.terminate()
  }
}
