import { setImmediate as othersTurn } from 'node:timers/promises'
import { LogLines } from '../../../ci/log-lines.ts'
import { LogTail } from '../../../ci/log-tail.ts'
import type { Secrets } from '../../../ci/mask-secrets.ts'
import type { Run } from './run.ts'

type From = 'stdout' | 'stderr'

/** After so long without a sound, what is held back for no better reason is let go. */
const silenceMs = 100
/** It may be nothing but ends of lines: so many bytes are taken apart before others have their turn. */
const bytesAtOnce = 8 * 1024
/** What a line is counted as where it is shorter: each is a row, to keep and to look through. */
const leastBytes = 10

/** Of each stream, where more was written than a log may hold: what went wrong mostly stands there. */
const lastLines = 40

/**
 * What a job writes, on its way into the log: secrets are hidden and lines made of it. A job that writes faster than that
 * has to wait. More than a log may hold is counted and dropped but for its last lines, so one that never stops costs nothing
 * but its own time.
 */
export class JobOutput {
  readonly #run: Run
  /** Of its job; null for what stands outside of all of them. */
  readonly #position: number | null
  readonly #secrets: Secrets
  readonly #lines: Record<From, LogLines>
  #room: number
  #dropped = 0
  #tails: Record<From, LogTail>
  /** What was made into lines when the log was full already. */
  #late: Record<From, string[]> = { stdout: [], stderr: [] }
  #step: number | null = null
  readonly #silence: Record<From, NodeJS.Timeout | undefined> = { stdout: undefined, stderr: undefined }

  constructor(run: Run, position: number | null, secrets: Secrets) {
    this.#run = run
    this.#position = position
    this.#secrets = secrets
    this.#lines = { stdout: new LogLines(secrets), stderr: new LogLines(secrets) }
    this.#tails = { stdout: new LogTail(secrets), stderr: new LogTail(secrets) }
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
      this.#tails[from].push(bytes)
      return undefined
    }
    this.#add(from, this.#lines[from].push(bytes))
    return this.#run.log.room()
  }

  /** A step is over: the next begins with nothing of it. */
  end(): void {
    const isFull = this.#room <= 0
    for (const from of ['stdout', 'stderr'] as const) {
      this.#endSilence(from)
      const lines = this.#lines[from]
      // Where it was full, these have been counted as they came.
      if (isFull) this.#late[from].push(...this.#tails[from].end(lines))
      else this.#add(from, lines.end())
      this.#lines[from] = new LogLines(this.#secrets)
      this.#tails[from] = new LogTail(this.#secrets)
    }
    if (this.#dropped > 0) this.#sayEnd()
  }

  #sayEnd(): void {
    const [job, step] = [this.#position, this.#step]
    const { log } = this.#run
    const late = this.#late
    if (late.stdout.length + late.stderr.length > 0) log.say('These were the last lines:', job, step)
    for (const stream of ['stdout', 'stderr'] as const) {
      for (const text of late[stream].slice(-lastLines)) log.add({ stream, job, step, text })
    }
    log.say(`${this.#dropped} bytes more were written than a log may hold`, job, step)
    this.#dropped = 0
    this.#late = { stdout: [], stderr: [] }
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
        this.#late[stream].push(text)
        continue
      }
      this.#room -= Math.max(leastBytes, Buffer.byteLength(text) + 1)
      this.#run.log.add({ stream, job: this.#position, step: this.#step, text })
      if (this.#room <= 0) this.#run.log.say('The log is full: what follows is not kept', this.#position, this.#step)
    }
    if (this.#late[stream].length > lastLines) this.#late[stream] = this.#late[stream].slice(-lastLines)
  }
}
