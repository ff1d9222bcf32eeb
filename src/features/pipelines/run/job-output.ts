import { setImmediate as othersTurn } from 'node:timers/promises'
import { LogLines } from '../../../ci/log-lines.ts'
import type { Secrets } from '../../../ci/mask-secrets.ts'
import type { Run } from './run.ts'

type From = 'stdout' | 'stderr'

/** After so long without a sound, what is held back for no better reason is let go. */
const silenceMs = 100
/** It may be nothing but ends of lines: so many bytes are taken apart before others have their turn. */
const bytesAtOnce = 8 * 1024
/** What a line is counted as where it is shorter: each is a row, to keep and to look through. */
const leastBytes = 10

/**
 * What a job writes, on its way into the log: secrets are hidden and lines made of it. A job that writes faster than that
 * has to wait. More than a log may hold is counted and dropped, so one that never stops costs nothing but its own time.
 */
export class JobOutput {
  readonly #run: Run
  /** Of its job; null for what stands outside of all of them. */
  readonly #position: number | null
  readonly #secrets: Secrets
  readonly #lines: Record<From, LogLines>
  #room: number
  #dropped = 0
  #step: number | null = null
  readonly #silence: Record<From, NodeJS.Timeout | undefined> = { stdout: undefined, stderr: undefined }

  constructor(run: Run, position: number | null, secrets: Secrets) {
    this.#run = run
    this.#position = position
    this.#secrets = secrets
    this.#lines = { stdout: new LogLines(secrets), stderr: new LogLines(secrets) }
    this.#room = run.app.config.CI_LOG_MAX_MB * 1024 * 1024
  }

  /** Settled when it may go on. */
  async write(from: From, chunk: Uint8Array, step: number | null): Promise<void> {
    this.#step = step
    this.#endSilence(from)
    for (let at = 0; at < chunk.length; at += bytesAtOnce) {
      if (at > 0) await othersTurn()
      await this.#take(from, chunk.subarray(at, at + bytesAtOnce))
    }
    this.#silence[from] = setTimeout(() => void this.#letGo(from), silenceMs)
  }

  #take(from: From, bytes: Uint8Array): Promise<void> | undefined {
    if (this.#room <= 0) {
      this.#dropped += bytes.length
      return undefined
    }
    this.#add(from, this.#lines[from].push(bytes))
    return this.#run.log.room()
  }

  /** A step is over: the next begins with nothing of it. */
  end(): void {
    for (const from of ['stdout', 'stderr'] as const) {
      this.#endSilence(from)
      this.#add(from, this.#lines[from].end())
      this.#lines[from] = new LogLines(this.#secrets)
    }
    if (this.#dropped === 0) return
    this.#run.log.say(`${this.#dropped} bytes more were written than a log may hold`, this.#position, this.#step)
    this.#dropped = 0
  }

  #endSilence(from: From): void {
    clearTimeout(this.#silence[from])
    this.#silence[from] = undefined
  }

  /** It may be us who were busy: what the job has written meanwhile is read first, and begins the silence anew. */
  async #letGo(from: From): Promise<void> {
    const silence = this.#silence[from]
    await othersTurn()
    if (this.#silence[from] === silence) this.#add(from, this.#lines[from].release())
  }

  #add(stream: From, lines: readonly string[]): void {
    for (const text of lines) {
      if (this.#room <= 0) {
        this.#dropped += text.length
        continue
      }
      this.#room -= Math.max(leastBytes, Buffer.byteLength(text) + 1)
      this.#run.log.add({ stream, job: this.#position, step: this.#step, text })
      if (this.#room <= 0) this.#run.log.say('The log is full: what follows is not kept', this.#position, this.#step)
    }
  }
}
