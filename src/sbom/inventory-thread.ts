import { Worker } from 'node:worker_threads'
import type { TaskAnswer, TaskName, Tasks } from './task.ts'

const patienceMs = 60_000
/** A thread that has nothing to do lets go of its memory. */
const restMs = 30_000
const mostWaiting = 200
const memoryMb = 768

interface Waiting {
  readonly name: TaskName
  readonly asks: unknown
  readonly patience: number
  resolve(answer: TaskAnswer): void
}

/** It took too long, too much memory, or cannot be done. */
export class InventoryFailed extends Error {
  override readonly name = 'InventoryFailed'
}

/**
 * Reading lock files and writing documents, in one thread beside the one that serves: one thing after the other. What
 * takes too long is given up, with the thread.
 */
export class InventoryThread {
  readonly #program: URL
  readonly #waiting: Waiting[] = []
  #worker: Worker | null = null
  #isBusy = false
  #rest: NodeJS.Timeout | undefined

  /** `program` is the file that the thread runs. */
  constructor(program: URL) {
    this.#program = program
  }

  async run<N extends TaskName>(name: N, asks: Tasks[N]['asks'], patience = patienceMs): Promise<Tasks[N]['gives']> {
    if (this.#waiting.length >= mostWaiting) throw new InventoryFailed('too much is waiting to be read')
    const answer = await new Promise<TaskAnswer>((resolve) => {
      this.#waiting.push({ name, asks, patience, resolve })
      this.#next()
    })
    if ('failed' in answer) throw new InventoryFailed(answer.failed)
    // The thread answers a task by its name: the type is that of what was asked for.
    return answer.given
  }

  async close(): Promise<void> {
    clearTimeout(this.#rest)
    for (const one of this.#waiting.splice(0)) one.resolve({ failed: 'the service stops' })
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #next(): void {
    const one = this.#isBusy ? undefined : this.#waiting.shift()
    if (one === undefined) return
    this.#isBusy = true
    clearTimeout(this.#rest)
    const worker = this.#worker ?? this.#start()
    const finish = (answer: TaskAnswer, isUsable: boolean): void => {
      clearTimeout(timer)
      worker.off('message', answered).off('error', broken).off('exit', left)
      if (!isUsable) {
        this.#worker = null
        void worker.terminate()
      } else this.#rest = setTimeout(() => this.#letGo(worker), restMs).unref()
      this.#isBusy = false
      one.resolve(answer)
      this.#next()
    }
    const answered = (answer: TaskAnswer): void => finish(answer, true)
    const broken = (error: Error): void => finish({ failed: error.message }, false)
    const left = (): void => finish({ failed: 'the thread ended' }, false)
    const tooLate = (): void => finish({ failed: `it took more than ${one.patience / 1000} s` }, false)
    const timer = setTimeout(tooLate, one.patience)
    worker.once('message', answered).once('error', broken).once('exit', left)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
    worker.postMessage({ name: one.name, asks: one.asks })
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    // It may fail while it is being ended: the service goes on without it.
    worker.on('error', () => undefined)
    worker.unref()
    this.#worker = worker
    return worker
  }

  #letGo(worker: Worker): void {
    if (this.#worker !== worker || this.#isBusy) return
    this.#worker = null
    void worker.terminate()
  }
}
