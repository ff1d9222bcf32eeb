import type { App } from '../app.ts'
import type { Log } from '../core/log.ts'
import { isBrief, isBulk } from '../outbox/job-kinds.ts'
import {
  failJob,
  finishJob,
  type JobKinds,
  type LeasedJob,
  leaseMs,
  nextDue,
  renewLease,
  takeJobs,
} from '../outbox/jobs.ts'
import { isSuspect } from '../outbox/set-apart.ts'
import { jobNames } from '../outbox/subscriptions.ts'

export type RunJob = (app: App, event: unknown, jobUuid: string) => Promise<void>

interface HeldJob {
  readonly job: LeasedJob
  /** When its lease lapses, unless it is renewed. */
  until: number
}

export interface JobObserver {
  finished(name: string, outcome: 'done' | 'failed' | 'dead' | 'fenced', seconds: number): void
}

const atOnce = 8
/** Of these, jobs that may take long: behind a hundred merges that git cannot make out, mails still go out. */
const mostLong = 6
/** And mails to watchers, of which one comment can bring thousands: everything else goes by them. */
const mostBulk = 4
const longestSleepMs = 30_000
/** After an error of the database itself, not of a job. */
const breatherMs = 1000

/**
 * Runs jobs from the outbox until stopped. Woken by the commit that wrote a job, so nothing waits for a poll; sleeping
 * no longer than until the next one is due.
 */
export class JobLoop {
  readonly #app: App
  readonly #log: Log
  readonly #run: Readonly<Record<string, RunJob>>
  readonly #observer: JobObserver
  readonly #active = new Map<Promise<void>, HeldJob>()
  #long = 0
  #bulk = 0
  /** Nothing is begun beside a job that may be about to end this process. */
  #suspect: Promise<void> | null = null
  #stopped = false
  #wake: () => void = () => undefined
  #loop: Promise<void> | null = null
  #deaf: () => void = () => undefined

  constructor(app: App, handlers: Readonly<Record<string, RunJob>>, observer: JobObserver) {
    const missing = jobNames.filter((name) => handlers[name] === undefined)
    if (missing.length > 0) throw new Error(`No handler for the jobs ${missing.join(', ')}`)
    this.#app = app
    this.#log = app.log
    this.#run = handlers
    this.#observer = observer
  }

  start(): void {
    this.#deaf = this.#app.db.listen('jobs', () => this.#wake())
    this.#loop = this.#turn()
  }

  /** Takes nothing new and waits for what runs. Jobs that outlast the wait are taken up again by their lease. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#deaf()
    this.#wake()
    await this.#loop
    await Promise.allSettled(this.#active.keys())
  }

  async #turn(): Promise<void> {
    while (!this.#stopped) {
      let heard = false
      const woken = new Promise<void>((resolve) => {
        this.#wake = () => {
          heard = true
          resolve()
        }
      })
      try {
        const took = await this.#takeSome()
        if (took || heard) continue
        await this.#sleep(woken)
      } catch (error) {
        this.#log.error({ error: String(error) }, 'the job loop could not reach the database')
        await pause(breatherMs, woken)
      }
    }
  }

  async #takeSome(): Promise<boolean> {
    if (this.#suspect !== null) {
      await this.#suspect
      return true
    }
    const free = atOnce - this.#active.size
    if (free <= 0) {
      await Promise.race(this.#active.keys())
      return true
    }
    const kinds = this.#kinds()
    // A look first: taking needs a write transaction, and mostly there is nothing to take.
    const due = await nextDue(this.#app.db, kinds)
    // The look takes its time, and the stop may have come meanwhile.
    if (this.#stopped || due === null || due > this.#app.clock.now()) return false
    await this.#keepOurs()
    const jobs = await takeJobs(this.#app, Math.min(free, this.#room(kinds)), kinds)
    for (const job of jobs) this.#begin(job)
    return jobs.length > 0
  }

  #kinds(): JobKinds {
    if (this.#bulk < mostBulk) return this.#long < mostLong ? 'all' : 'brief'
    return this.#long < mostLong ? 'single' : 'brief-single'
  }

  /** All that are taken may be of one kind. */
  #room(kinds: JobKinds): number {
    const long = kinds === 'all' || kinds === 'single' ? mostLong - this.#long : atOnce
    const bulk = kinds === 'all' || kinds === 'brief' ? mostBulk - this.#bulk : atOnce
    return Math.min(long, bulk)
  }

  #begin(job: LeasedJob): void {
    const long = isBrief(job.name) ? 0 : 1
    const bulk = isBulk(job.name) ? 1 : 0
    this.#long += long
    this.#bulk += bulk
    const held = { job, until: this.#app.clock.now() + leaseMs }
    const running = this.#runOne(held).finally(() => {
      const wasFull = (long > 0 && this.#long >= mostLong) || (bulk > 0 && this.#bulk >= mostBulk)
      this.#long -= long
      this.#bulk -= bulk
      this.#active.delete(running)
      // Others of its kind were left where they are, and nobody looks for them before something happens.
      if (wasFull) this.#wake()
    })
    this.#active.set(running, held)
    if (isSuspect(job)) this.#suspect = running.finally(() => (this.#suspect = null))
  }

  async #sleep(woken: Promise<void>): Promise<void> {
    const due = await nextDue(this.#app.db, this.#kinds())
    const until = due === null ? longestSleepMs : Math.max(10, due - this.#app.clock.now())
    await pause(Math.min(longestSleepMs, until), woken)
  }

  async #runOne(held: HeldJob): Promise<void> {
    const { job } = held
    const began = performance.now()
    const heartbeat = setInterval(() => void this.#renew(held), leaseMs / 3)
    const took = (): number => (performance.now() - began) / 1000
    try {
      const run = this.#run[job.name]
      if (run === undefined) throw new Error(`No handler for the job ${job.name}`)
      await this.#app.passing(`run:${job.name}`)
      await run(this.#app, JSON.parse(job.payload), job.uuid)
      await this.#app.passing(`ran:${job.name}`)
      const finished = await finishJob(this.#app, job)
      if (!finished) this.#log.warn({ job: job.uuid, name: job.name }, 'a job was done after its lease had lapsed')
      this.#observer.finished(job.name, finished ? 'done' : 'fenced', took())
    } catch (error) {
      await this.#failed(job, error, took())
    } finally {
      clearInterval(heartbeat)
    }
  }

  async #failed(job: LeasedJob, error: unknown, seconds: number): Promise<void> {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#log.warn({ job: job.uuid, name: job.name, attempt: job.attempts, error: text }, 'a job failed')
    try {
      const state = await failJob(this.#app, job, text)
      this.#observer.finished(job.name, state === 'dead' ? 'dead' : 'failed', seconds)
    } catch (unsaved) {
      // The lease lapses and somebody takes it up again.
      this.#log.error({ job: job.uuid, error: String(unsaved) }, 'could not note that a job failed')
    }
  }

  /** A process that was held up, or whose clock went ahead, has not lost what it is at: it would run all of it twice. */
  async #keepOurs(): Promise<void> {
    const now = this.#app.clock.now()
    const lapsed = [...this.#active.values()].filter(({ until }) => until <= now)
    await Promise.all(lapsed.map((held) => this.#renew(held)))
  }

  async #renew(held: HeldJob): Promise<void> {
    const { job } = held
    try {
      await renewLease(this.#app, job)
      held.until = this.#app.clock.now() + leaseMs
    } catch (error) {
      this.#log.warn({ job: job.uuid, error: String(error) }, 'could not renew the lease of a job')
    }
  }
}

async function pause(ms: number, woken: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([slept, woken])
  clearTimeout(timer)
}
