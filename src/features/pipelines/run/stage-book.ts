import { inTransaction } from '../../../db/transaction.ts'
import { isHeld } from '../lease.ts'
import { newStages, type Stage, type StageName } from '../pipeline.ts'
import { Over, Refused, type Run } from './run.ts'

/** Keeps what is known of the stages, for whoever looks at the pipeline while it runs. */
export class StageBook {
  readonly #run: Run
  #stages: readonly Stage[] = newStages

  constructor(run: Run) {
    this.#run = run
  }

  get stages(): readonly Stage[] {
    return this.#stages
  }

  /** Runs a stage. What throws has failed; a stage can also say so itself. */
  async enter<T>(name: StageName, work: () => Promise<T>, failed: (result: T) => boolean = () => false): Promise<T> {
    const began = performance.now()
    await this.#note({ name, status: 'running', durationMs: null })
    await this.#run.app.passing(`pipeline.${name}`)
    const end = (status: 'success' | 'failed'): Stage => ({
      name,
      status,
      durationMs: Math.round(performance.now() - began),
    })
    try {
      const result = await work()
      this.#set(end(failed(result) ? 'failed' : 'success'))
      return result
    } catch (error) {
      this.#set(end('failed'))
      if (error instanceof Refused && !error.isInLog) this.#run.log.say(error.message)
      throw error
    }
  }

  skip(name: StageName): void {
    this.#set({ name, status: 'skipped', durationMs: null })
  }

  /** The pipeline ends: what has not begun will not begin, and what tells of it is done with it. */
  close(): readonly Stage[] {
    return this.#stages.map((stage) => {
      if (stage.name === 'report') return { ...stage, status: 'success', durationMs: 0 }
      return stage.status === 'pending' ? { ...stage, status: 'skipped' } : stage
    })
  }

  #set(stage: Stage): void {
    this.#stages = this.#stages.map((one) => (one.name === stage.name ? stage : one))
  }

  async #note(stage: Stage): Promise<void> {
    this.#set(stage)
    const { app, pipeline, repo } = this.#run
    const held = await inTransaction(app, async (tx) => {
      if (!(await isHeld(tx, pipeline))) return false
      await tx
        .updateTable('pipelines')
        .set({ stages: JSON.stringify(this.#stages) })
        .where('id', '=', pipeline.id)
        .execute()
      await tx.notify('pipelines', String(pipeline.id))
      await tx.notify('checks', String(repo.id))
      return true
    })
    if (!held) throw new Over('lost')
  }
}
