import type { App } from '../app.ts'
import { Turns } from '../core/turns.ts'
import {
  type LastBegun,
  type LeasedPipeline,
  leaseMs,
  nextPipelineDue,
  renewLease,
  takePipelines,
} from '../features/pipelines/lease.ts'
import type { AbortReason } from '../features/pipelines/run/abort-reason.ts'
import { clearLeftovers } from '../features/pipelines/run/clear-leftovers.ts'
import { runPipeline } from '../features/pipelines/run/run-pipeline.ts'
import type { RunnerApp } from '../features/pipelines/run/runner-app.ts'
import { nextScheduled, startScheduled } from '../features/pipelines/start-scheduled.ts'

const longestSleepMs = 30_000
const breatherMs = 1000

interface Active {
  readonly pipeline: LeasedPipeline
  readonly abort: AbortController
  readonly ending: Promise<void>
}

/**
 * Runs pipelines until stopped: woken by the commit that made one, and by the one that canceled it. Each is held under a
 * lease; its jobs take turns with those of all others here.
 */
export class PipelineRunner {
  readonly #app: RunnerApp
  readonly #active = new Map<number, Active>()
  readonly #lastBegun: LastBegun = new Map()
  #stopped = false
  #deaf: () => void = () => undefined
  #timer: NodeJS.Timeout | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #looking: Promise<void> | null = null
  #lookAgain = false

  constructor(app: App, parts: Pick<RunnerApp, 'boxes' | 'power' | 'workerName'>) {
    const atOnce = app.config.CI_CONCURRENCY
    this.#app = { ...app, ...parts, jobTurns: new Turns({ atOnce, each: atOnce, waiting: Number.POSITIVE_INFINITY }) }
  }

  start(): void {
    this.#deaf = this.#app.db.listen('pipelines', (about) => {
      if (about !== '') void this.#check(Number(about))
      this.#look()
    })
    this.#heartbeat = setInterval(() => this.#renewAll(), leaseMs / 4)
    this.#looking = clearLeftovers(this.#app)
      .catch((error: unknown) => this.#app.log.error({ error: String(error) }, 'leftovers of jobs were not cleared'))
      .finally(() => {
        this.#looking = null
        this.#look()
      })
  }

  /** Takes nothing new and ends what runs: another worker, or this one after its restart, begins it again. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#deaf()
    clearTimeout(this.#timer)
    await this.#looking
    for (const { abort } of this.#active.values()) abort.abort('stopping' satisfies AbortReason)
    await Promise.allSettled([...this.#active.values()].map(({ ending }) => ending))
    clearInterval(this.#heartbeat)
  }

  #look(): void {
    if (this.#stopped) return
    if (this.#looking !== null) {
      this.#lookAgain = true
      return
    }
    this.#looking = this.#turn().finally(() => {
      this.#looking = null
      if (!this.#lookAgain) return
      this.#lookAgain = false
      this.#look()
    })
  }

  async #turn(): Promise<void> {
    clearTimeout(this.#timer)
    let sleepMs = breatherMs
    try {
      await startScheduled(this.#app)
      const now = this.#app.clock.now()
      const due = await nextPipelineDue(this.#app)
      if (due !== null && due <= now) {
        const free = this.#app.config.CI_CONCURRENCY - this.#active.size
        for (const pipeline of await takePipelines(this.#app, free, this.#lastBegun)) this.#begin(pipeline)
      }
      const next = Math.min((await nextScheduled(this.#app)) ?? Number.POSITIVE_INFINITY, now + longestSleepMs)
      sleepMs = Math.max(10, next - now)
    } catch (error) {
      this.#app.log.error({ error: String(error) }, 'pipelines could not be looked after')
    }
    if (!this.#stopped) this.#timer = setTimeout(() => this.#look(), sleepMs)
  }

  #begin(pipeline: LeasedPipeline): void {
    const abort = new AbortController()
    const ending = runPipeline(this.#app, pipeline, abort.signal)
      .catch((error: unknown) =>
        this.#app.log.error({ pipeline: pipeline.uuid, error: String(error) }, 'a pipeline was left where it is'),
      )
      .finally(() => {
        this.#active.delete(pipeline.id)
        this.#look()
      })
    this.#active.set(pipeline.id, { pipeline, abort, ending })
  }

  #renewAll(): void {
    for (const id of this.#active.keys()) void this.#check(id)
  }

  /** Prolongs the lease, and finds out when there is none any more. */
  async #check(id: number): Promise<void> {
    const active = this.#active.get(id)
    if (active === undefined || active.abort.signal.aborted) return
    try {
      if (!(await renewLease(this.#app, active.pipeline))) active.abort.abort('lost' satisfies AbortReason)
    } catch (error) {
      this.#app.log.warn({ pipeline: active.pipeline.uuid, error: String(error) }, 'the lease could not be renewed')
    }
  }
}
