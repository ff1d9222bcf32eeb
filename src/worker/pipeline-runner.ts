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
import { type Lookout, newLookout } from './lookout.ts'

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
  readonly #lookout: Lookout
  #deaf: () => void = () => undefined
  #heartbeat: NodeJS.Timeout | undefined
  #cleared: Promise<void> = Promise.resolve()

  constructor(app: App, parts: Pick<RunnerApp, 'boxes' | 'power' | 'workerName'>) {
    const atOnce = app.config.CI_CONCURRENCY
    this.#app = { ...app, ...parts, jobTurns: new Turns({ atOnce, each: atOnce, waiting: Number.POSITIVE_INFINITY }) }
    this.#lookout = newLookout(app.log, 'pipelines', () => this.#turn())
  }

  start(): void {
    this.#deaf = this.#app.db.listen('pipelines', (about) => {
      if (about !== '') void this.#check(Number(about))
      this.#lookout.look()
    })
    this.#heartbeat = setInterval(() => this.#renewAll(), leaseMs / 4)
    this.#cleared = clearLeftovers(this.#app)
      .catch((error: unknown) => this.#app.log.error({ error: String(error) }, 'leftovers of jobs were not cleared'))
      .finally(() => this.#lookout.look())
  }

  /** Takes nothing new and ends what runs: another worker, or this one after its restart, begins it again. */
  async stop(): Promise<void> {
    this.#deaf()
    await this.#lookout.stop()
    await this.#cleared
    for (const { abort } of this.#active.values()) abort.abort('stopping' satisfies AbortReason)
    await Promise.allSettled([...this.#active.values()].map(({ ending }) => ending))
    clearInterval(this.#heartbeat)
  }

  async #turn(): Promise<number> {
    // What was made before the leftovers are gone waits for that: their names could be its own.
    await this.#cleared
    await startScheduled(this.#app)
    const now = this.#app.clock.now()
    const due = await nextPipelineDue(this.#app)
    if (due !== null && due <= now) {
      const count = this.#app.config.CI_CONCURRENCY - this.#active.size
      const except = [...this.#active.keys()]
      const taken = await takePipelines(this.#app, { count, except, lastBegun: this.#lastBegun })
      for (const pipeline of taken) this.#begin(pipeline)
    }
    return ((await nextScheduled(this.#app)) ?? Number.POSITIVE_INFINITY) - now
  }

  #begin(pipeline: LeasedPipeline): void {
    const abort = new AbortController()
    const ending = runPipeline(this.#app, pipeline, abort.signal)
      .catch((error: unknown) =>
        this.#app.log.error({ pipeline: pipeline.uuid, error: String(error) }, 'a pipeline was left where it is'),
      )
      .finally(() => {
        this.#active.delete(pipeline.id)
        this.#lookout.look()
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
