import { maskText, type Secrets } from '../../../ci/mask-secrets.ts'
import { ReportReader } from '../../../ci/power/read-reports.ts'
import type { PowerEvent, Report } from '../../../ci/power/report.ts'
import type { JobBook } from './job-book.ts'
import { JobOutput } from './job-output.ts'
import type { Run } from './run.ts'

interface WantedArtifact {
  readonly job: string
  readonly position: number
  readonly paths: readonly string[]
  readonly expireInS: number | null
}

interface WantedCache {
  readonly key: string
  readonly paths: readonly string[]
  readonly position: number
}

/** What a module tells while it runs, into the log and the book of jobs. It may call things by anything, secrets included. */
export class PowerReports {
  readonly artifacts: WantedArtifact[] = []
  readonly caches: WantedCache[] = []
  readonly #run: Run
  readonly #book: JobBook
  readonly #secrets: Secrets
  readonly #reader: ReportReader
  readonly #positions = new Map<string, number>()
  readonly #running = new Set<string>()
  readonly #outputs = new Map<number | null, JobOutput>()
  /** Notes are written one after the other, in the order in which they were told. */
  #noted: Promise<void> = Promise.resolve()
  /** Output as well. */
  #written: Promise<void> = Promise.resolve()

  constructor(run: Run, book: JobBook, { nonce, secrets }: { readonly nonce: string; readonly secrets: Secrets }) {
    this.#run = run
    this.#book = book
    this.#secrets = secrets
    this.#reader = new ReportReader(nonce, (event) => this.#hear(event))
  }

  /** Settled when what it told is written down: a module that tells faster has to wait. */
  async take(stream: 'stdout' | 'stderr', chunk: Buffer): Promise<void> {
    if (stream === 'stdout') this.#reader.push(chunk)
    else await this.#outputOf(null).write('stderr', chunk, null)
    await this.#written
    await this.#noted
  }

  /** Jobs that were under way when the module ended did not succeed. */
  async end(left: 'failed' | 'timed_out'): Promise<void> {
    this.#reader.end()
    await this.#written
    for (const output of this.#outputs.values()) output.end()
    await this.#noted
    for (const job of this.#running) await this.#book.note(this.#positionOf(job), left)
  }

  #hear(event: PowerEvent): void {
    if (event.type === 'output') {
      const position = event.job === null ? null : this.#positionOf(event.job)
      const { stream, bytes, step } = event
      this.#written = this.#written.then(() => this.#outputOf(position).write(stream, bytes, step))
      return
    }
    if (event.type === 'job-started' || event.type === 'job-skipped')
      this.#positions.set(event.job, this.#positions.size)
    const note = this.#noted.then(() => this.#note(event))
    this.#noted = note
    // Whoever waits for the command hears of it.
    note.catch(() => undefined)
  }

  async #note(report: Report): Promise<void> {
    const position = this.#positionOf(report.job)
    switch (report.type) {
      case 'job-started':
      case 'job-skipped': {
        const { job, allowFailure } = report
        const needs = report.needs.map((name) => this.#masked(name))
        await this.#book.add({ name: this.#masked(job), needs, allowFailure, isManual: false, steps: [] })
        if (report.type === 'job-skipped') return this.#book.note(position, 'skipped')
        this.#running.add(job)
        return this.#book.note(position, 'running')
      }
      case 'job-ended':
        this.#running.delete(report.job)
        return this.#book.note(position, report.status, report.exitCode)
      case 'step-started': {
        const index = await this.#book.addStep(position, this.#masked(report.name))
        return this.#book.noteStep(position, index, 'running')
      }
      case 'step-ended':
        return this.#book.noteStep(position, report.step, report.status, report.exitCode)
      case 'artifact':
        this.artifacts.push({ ...report, job: this.#masked(report.job), position })
        return
      case 'cache':
        if (!report.hit) this.caches.push({ ...report, position })
        return
    }
  }

  #masked(name: string): string {
    return maskText(this.#secrets, name)
  }

  #positionOf(job: string): number {
    return this.#positions.get(job) ?? 0
  }

  #outputOf(position: number | null): JobOutput {
    const known = this.#outputs.get(position)
    if (known !== undefined) return known
    const output = new JobOutput(this.#run, position, this.#secrets)
    this.#outputs.set(position, output)
    return output
  }
}
