import { setTimeout as sleep } from 'node:timers/promises'
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

/** After a write that failed, as in a failover of the database or on a full disk: the lines are kept for the next try. */
const breatherMs = 1000
/** For so long; then they are lost, so that a job comes to its end. */
const patienceMs = 60_000

/** A write that seemed to fail has been done all the same. */
class AlreadyWritten extends Error {
  override readonly name = 'AlreadyWritten'
  /** Of all lines. */
  readonly count: number

  constructor(count: number) {
    super('These lines were written before')
    this.count = count
  }
}

type Waiting = Omit<LogLine, 'number'>

interface LeasedLog {
  readonly id: number
  readonly uuid: string
  readonly lease: string
}

/**
 * Takes the lines of a running pipeline and writes them in pieces, under its lease: what comes after somebody else has
 * ended it is not kept. Never more than one piece is on its way, so the order is kept.
 */
export class LogWriter {
  readonly #app: Pick<App, 'clock' | 'db' | 'log'>
  readonly #pipeline: LeasedLog
  #secrets = new Secrets([])
  #waiting: Waiting[] = []
  #writing: Promise<void> | null = null
  #writtenAt = 0
  /** How many lines there are; null before the first write. */
  #written: number | null = null
  /** What could not be written, to be tried again as it is: of a piece that was written after all, all was. */
  #unwritten: readonly Waiting[] = []
  #failingSince: number | null = null
  #lost = 0
  #timer: NodeJS.Timeout | undefined
  #makeRoom: () => void = () => undefined
  #room: Promise<void> | null = null

  constructor(app: Pick<App, 'clock' | 'db' | 'log'>, pipeline: LeasedLog) {
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
    while (this.#hasMore || this.#writing !== null) {
      this.#write()
      await this.#writing
    }
  }

  get #hasMore(): boolean {
    return this.#waiting.length > 0 || this.#unwritten.length > 0
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#writing !== null || !this.#hasMore) return
    const lines = this.#unwritten.length > 0 ? this.#unwritten : this.#waiting.splice(0, linesAtOnce)
    this.#unwritten = []
    this.#writing = this.#save(lines)
      .then(() => this.#succeeded())
      .catch((error: unknown) => this.#failed(lines, error))
      .finally(() => {
        this.#writing = null
        this.#writtenAt = performance.now()
        if (this.#waiting.length < mostWaiting) {
          this.#makeRoom()
          this.#room = null
        }
        if (this.#waiting.length >= linesAtOnce) this.#write()
        else if (this.#hasMore) this.#timer ??= setTimeout(() => this.#write(), restMs)
      })
  }

  #succeeded(): void {
    this.#failingSince = null
    if (this.#lost === 0) return
    this.say(`${this.#lost} lines of this log could not be written, and are lost.`)
    this.#lost = 0
  }

  async #failed(lines: readonly Waiting[], error: unknown): Promise<void> {
    if (error instanceof AlreadyWritten) {
      this.#written = error.count
      return this.#succeeded()
    }
    const fields = { pipeline: this.#pipeline.uuid, lines: lines.length, error: String(error) }
    if (this.#failingSince === null) {
      this.#failingSince = performance.now()
      this.#app.log.warn(fields, 'lines of a pipeline could not be written: they are tried again for a minute')
    }
    if (performance.now() - this.#failingSince > patienceMs) {
      this.#app.log.error(fields, 'lines of a pipeline were lost')
      this.#lost += lines.length
      return
    }
    this.#unwritten = lines
    await sleep(breatherMs)
  }

  async #save(lines: readonly Waiting[]): Promise<void> {
    const data = await packLines(lines)
    const { id, lease } = this.#pipeline
    await inTransaction(this.#app, async (tx) => {
      tx.tells.add('pipeline.log')
      const held = await tx
        .updateTable('pipelines')
        .set((eb) => ({ log_lines: eb('log_lines', '+', lines.length) }))
        .where('id', '=', id)
        .where('lease', '=', lease)
        .returning('log_lines')
        .executeTakeFirst()
      if (held === undefined) return
      const before = held.log_lines - lines.length
      this.#written ??= before
      if (before !== this.#written) throw new AlreadyWritten(before)
      await tx
        .insertInto('pipeline_logs')
        .values({ pipeline_id: id, first_line: before + 1, line_count: lines.length, data })
        .execute()
      await tx.notify('logs', String(id))
    })
    if (this.#written !== null) this.#written += lines.length
  }
}
