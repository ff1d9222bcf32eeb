import type { App } from '../../app.ts'
import { Fault } from '../../core/errors.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { lockThreads } from '../threads/keep-thread.ts'
import { confirmStarter } from './confirm-starter.ts'
import { type Came, type OpenTracker, Overtaken, type Place, saveTracker, type Turn } from './tracker-store.ts'

/** Written at once: others who write have their turn in between. */
export const atOnce = { things: 25, text: 50_000 }

/** Of one repository. Nobody's is larger, and nobody fills a disk with one. */
export const mostThreads = 500_000
const mostComments = 3_000_000
const mostText = 3_000_000_000

/** What one turn writes, and how far it is. */
export class Portions {
  readonly #app: Pick<App, 'db'>
  readonly #turn: Turn
  #place: Place
  /** Of everything that is counted, in this turn. */
  #came = 0
  #threads: number
  #comments: number
  #text: number

  constructor(app: Pick<App, 'db'>, turn: Turn, tracker: OpenTracker) {
    this.#app = app
    this.#turn = turn
    this.#place = tracker.place
    this.#threads = tracker.threads
    this.#comments = tracker.comments
    this.#text = tracker.textLength
  }

  get place(): Place {
    return this.#place
  }

  get came(): number {
    return this.#came
  }

  /** All that `write` does, at the place where it is. */
  save(write: (tx: Tx) => Promise<Came>): Promise<void> {
    return this.saveAt(this.#place, write)
  }

  /** The same, together with how far it is then. */
  async saveAt(place: Place, write: (tx: Tx) => Promise<Came>): Promise<void> {
    const came = await inTransaction(this.#app, async (tx) => {
      await lockThreads(tx, this.#turn.repoId)
      const written = await write(tx)
      if (!(await saveTracker(tx, this.#turn, { came: written, place }))) throw new Overtaken()
      await confirmStarter(tx, this.#turn)
      const { issues = 0, pulls = 0, comments = 0, text_length: text = 0 } = written
      const { labels = 0, milestones = 0, releases = 0 } = written
      return { threads: issues + pulls, comments, text, others: labels + milestones + releases }
    })
    this.#place = place
    this.#threads += came.threads
    this.#comments += came.comments
    this.#text += came.text
    this.#came += came.threads + came.comments + came.others
    if (this.#threads > mostThreads || this.#comments > mostComments || this.#text > mostText) throw tooMuch()
  }

  /** What could not be kept, or is not for everybody there. */
  async leaveOut(count: number): Promise<void> {
    if (count > 0) await this.save(() => Promise.resolve({ left_out: count }))
  }
}

export function tooMuch(): Fault {
  return stopped('There is more than one repository can take')
}

export function stopped(why: string): Fault {
  return new Fault('conflict', `${why}: it was stopped here`, { code: 'CONFLICT' })
}

export function lengthOf(texts: readonly { readonly body: string }[]): number {
  return texts.reduce((sum, { body }) => sum + body.length, 0)
}
