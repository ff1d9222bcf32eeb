import type { App } from '../../app.ts'
import { LogLines } from '../../ci/log-lines.ts'
import { Secrets } from '../../ci/mask-secrets.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type LogLine, packLines } from './log-line.ts'

/** What waits together is written together. The first line after a rest goes at once: somebody may be watching. */
const restMs = 60
const linesAtOnce = 2000
/** With more on their way to the database, whoever writes waits. */
const mostWaiting = 10_000

type Waiting = Omit<LogLine, 'number'>

/**
 * Takes the lines of a running pipeline and writes them in pieces, under its lease: what comes after somebody else has
 * ended it is not kept. Never more than one piece is on its way, so the order is kept.
 */
export class LogWriter {
  readonly #app: Pick<App, 'clock' | 'db' | 'log'>
  readonly #pipeline: { readonly id: number; readonly lease: string }
  #secrets = new Secrets([])
  #waiting: Waiting[] = []
  #writing: Promise<void> | null = null
  #writtenAt = 0
  #timer: NodeJS.Timeout | undefined
  #makeRoom: () => void = () => undefined
  #room: Promise<void> | null = null

  constructor(app: Pick<App, 'clock' | 'db' | 'log'>, pipeline: { readonly id: number; readonly lease: string }) {
    this.#app = app
    this.#pipeline = pipeline
  }

  add(line: Omit<Waiting, 'at'>): void {
    this.#waiting.push({ ...line, at: this.#app.clock.now() })
    if (this.#writing !== null || this.#timer !== undefined) return
    const rested = performance.now() - this.#writtenAt
    this.#timer = setTimeout(() => this.#write(), Math.max(0, restMs - rested))
  }

  /** Settled when more may be added: a job that writes faster than we can keep it has to wait. */
  room(): Promise<void> {
    if (this.#waiting.length < mostWaiting) return Promise.resolve()
    this.#room ??= new Promise((resolve) => {
      this.#makeRoom = resolve
    })
    return this.#room
  }

  /** From here on the runner does not say these either: a cache may be called by a variable, a file by anything. */
  hide(secrets: Secrets): void {
    this.#secrets = secrets
  }

  /** What the runner itself has to say. */
  say(text: string, job: number | null = null, step: number | null = null): void {
    const lines = new LogLines(this.#secrets)
    for (const line of [...lines.push(Buffer.from(text)), ...lines.end()]) {
      this.add({ stream: 'system', job, step, text: line })
    }
  }

  /** When this returns, everything that was added before is written, or never will be. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#writing !== null) {
      this.#write()
      await this.#writing
    }
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#writing !== null || this.#waiting.length === 0) return
    const lines = this.#waiting.splice(0, linesAtOnce)
    this.#writing = this.#save(lines)
      .catch((error: unknown) => this.#app.log.error({ error: String(error) }, 'lines of a pipeline were lost'))
      .finally(() => {
        this.#writing = null
        this.#writtenAt = performance.now()
        if (this.#waiting.length < mostWaiting) {
          this.#makeRoom()
          this.#room = null
        }
        if (this.#waiting.length >= linesAtOnce) this.#write()
        else if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#write(), restMs)
      })
  }

  async #save(lines: readonly Waiting[]): Promise<void> {
    const data = await packLines(lines)
    const { id, lease } = this.#pipeline
    await inTransaction(this.#app, async (tx) => {
      const held = await tx
        .updateTable('pipelines')
        .set((eb) => ({ log_lines: eb('log_lines', '+', lines.length) }))
        .where('id', '=', id)
        .where('lease', '=', lease)
        .returning('log_lines')
        .executeTakeFirst()
      if (held === undefined) return
      await tx
        .insertInto('pipeline_logs')
        .values({ pipeline_id: id, first_line: held.log_lines - lines.length + 1, line_count: lines.length, data })
        .execute()
      await tx.notify('logs', String(id))
    })
  }
}
