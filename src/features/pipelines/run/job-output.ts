import { LogLines } from '../../../ci/log-lines.ts'
import type { Secrets } from '../../../ci/mask-secrets.ts'
import type { Run } from './run.ts'

type From = 'stdout' | 'stderr'

/** After so long without a sound, what is held back for no better reason is let go. */
const silenceMs = 100

/**
 * What a job writes, on its way into the log: secrets are hidden and lines made of it.
 * More than a log may hold is counted and dropped, so a job that never stops writing costs nothing but its own time.
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
  #silence: NodeJS.Timeout | undefined

  constructor(run: Run, position: number | null, secrets: Secrets) {
    this.#run = run
    this.#position = position
    this.#secrets = secrets
    this.#lines = { stdout: new LogLines(secrets), stderr: new LogLines(secrets) }
    this.#room = run.app.config.CI_LOG_MAX_MB * 1024 * 1024
  }

  write(from: From, chunk: Uint8Array, step: number | null): void {
    this.#step = step
    if (this.#room <= 0) {
      this.#dropped += chunk.length
      return
    }
    this.#add(from, this.#lines[from].push(chunk))
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#letGo(), silenceMs)
  }

  /** A step is over: the next begins with nothing of it. */
  end(): void {
    clearTimeout(this.#silence)
    for (const from of ['stdout', 'stderr'] as const) {
      this.#add(from, this.#lines[from].end())
      this.#lines[from] = new LogLines(this.#secrets)
    }
    if (this.#dropped === 0) return
    this.#run.log.say(`${this.#dropped} bytes more were written than a log may hold`, this.#position, this.#step)
    this.#dropped = 0
  }

  #letGo(): void {
    for (const from of ['stdout', 'stderr'] as const) {
      this.#add(from, this.#lines[from].release())
    }
  }

  #add(stream: From, lines: readonly string[]): void {
    for (const text of lines) {
      if (this.#room <= 0) {
        this.#dropped += text.length
        continue
      }
      this.#room -= Buffer.byteLength(text) + 1
      this.#run.log.add({ stream, job: this.#position, step: this.#step, text })
      if (this.#room <= 0) this.#run.log.say('The log is full: what follows is not kept', this.#position, this.#step)
    }
  }
}
