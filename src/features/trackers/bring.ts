import type { App } from '../../app.ts'
import { Pace } from '../../core/pace.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { bringReleases } from '../releases/bring-releases.ts'
import { Api, type ListPage } from './ask-api.ts'
import { Heads } from './bring-heads.ts'
import { bringThreads, type Route } from './bring-threads.ts'
import type { Fields } from './fields.ts'
import { findForge } from './find-forge.ts'
import { Patience } from './patience.ts'
import { atOnce, lengthOf, mostThreads, Portions, stopped, tooMuch } from './portions.ts'
import type { CommentThere } from './tracker.ts'
import { type OpenTracker, type Step, steps, type Turn } from './tracker-store.ts'
import { writeComments, writeLabels, writeMilestones } from './write-things.ts'

/** A list that goes on and on with what is here already is one that goes in circles. */
const mostEmptyPages = 50

export interface Running {
  readonly turn: Turn
  readonly repo: OpenRepo
  readonly tracker: OpenTracker
  readonly signal: AbortSignal
}

/** One turn at bringing what another server has. */
export class Bring {
  readonly #app: App
  readonly #signal: AbortSignal
  readonly #route: Route
  #emptyPages = 0
  readonly #seen = new Set<number>()

  constructor(app: App, { turn, repo, tracker, signal }: Running) {
    this.#app = app
    this.#signal = signal
    const { url, username, token: password, reserved, pullsAfter } = tracker
    const forge = findForge(tracker, password)
    const options = { allowedHosts: app.config.IMPORT_ALLOWED_HOSTS, signal }
    const api = new Api(forge, options)
    this.#route = {
      repo,
      forge,
      api,
      heads: new Heads(app, repo, { url, username, password }, options),
      patience: new Patience(app, { turn, forge, api, hasToken: password !== '', signal }),
      portions: new Portions(app, turn, tracker),
      bringing: {
        repoId: repo.id,
        reserved,
        pullsAfter,
        addressOf: (kind, number) => forge.addressOf(kind, number),
        addressOfPath: forge.addressOfPath,
      },
    }
  }

  async all(): Promise<void> {
    const { forge, api, patience, portions } = this.#route
    for (;;) {
      this.#signal.throwIfAborted()
      const { place } = portions
      const list = forge.lists[place.step]
      const page =
        list === null ? nothing : await patience.ask(place.step, () => api.list(list, forge.most, place), nothing)
      const before = portions.came
      const isNew = await this.#bringPage(page)
      this.#emptyPages = isNew || portions.came > before ? 0 : this.#emptyPages + 1
      const next = page.next === null ? nextStep(place.step) : place.step
      if (next === null) return
      if (this.#emptyPages > mostEmptyPages) throw stopped(`${forge.base.hostname} gives the same again and again`)
      if (page.next === null) this.#seen.clear()
      await portions.saveAt({ ...(page.next ?? { page: 1 }), step: next, skip: 0 }, () => Promise.resolve({}))
    }
  }

  /** Whether it names anything new, where that can be told though nothing of it was written. */
  async #bringPage(page: ListPage): Promise<boolean> {
    const { forge, portions, bringing } = this.#route
    const { repoId } = bringing
    const now = this.#app.clock.now()
    const pace = new Pace()
    const fields = page.items.flatMap((item) => item ?? [])
    await portions.leaveOut(page.items.length - fields.length)
    const { step } = portions.place
    switch (step) {
      case 'labels': {
        const labels = await pace.mapLarge(fields, (one) => forge.readLabel(one))
        await portions.save((tx) => writeLabels(tx, repoId, labels.filter(isThere)))
        return false
      }
      case 'milestones': {
        const milestones = await pace.mapLarge(fields, (one) => forge.readMilestone(one, now))
        await portions.save((tx) => writeMilestones(tx, repoId, milestones.filter(isThere)))
        return false
      }
      case 'issues':
      case 'pulls': {
        const isNew = this.#isNew(fields)
        const kind = step === 'issues' ? 'issue' : 'pull'
        const read = await pace.mapLarge(fields, (one) => forge.readThread(one, kind, now))
        await portions.leaveOut(read.filter((one) => one === 'secret').length)
        const threads = read.filter((one) => one !== null && one !== 'secret')
        await bringThreads(this.#app, this.#route, threads)
        return isNew
      }
      case 'comments':
      case 'remarks':
        await this.#bringComments(await pace.mapLarge(fields, (one) => forge.readComment(one, now)))
        return false
      case 'releases': {
        const releases = (await pace.mapLarge(fields, (one) => forge.readRelease(one, now))).filter(isThere)
        await portions.save(async (tx) => ({
          releases: await bringReleases(tx, repoId, releases),
          text_length: lengthOf(releases),
        }))
        return false
      }
    }
    return step satisfies never
  }

  /** Whether a page names anything that none before it did, and that can be here. */
  #isNew(fields: readonly Fields[]): boolean {
    const before = this.#seen.size
    for (const one of fields) {
      const number = one.number('number') ?? one.number('iid')
      if (number !== null && number <= this.#route.bringing.reserved) this.#seen.add(number)
    }
    if (this.#seen.size > mostThreads) throw tooMuch()
    return this.#seen.size > before
  }

  /** Nobody can tell which of them are here already but by how far it was. */
  async #bringComments(comments: readonly (CommentThere | null)[]): Promise<void> {
    const { bringing, portions } = this.#route
    for (let at = portions.place.skip; at < comments.length; ) {
      let to = at
      let length = 0
      while (to < comments.length && to - at < atOnce.things && length < atOnce.text) {
        length += comments[to]?.body.length ?? 0
        to++
      }
      const portion = comments.slice(at, to).filter((one) => one !== null)
      await portions.saveAt({ ...portions.place, skip: to }, (tx) => writeComments(tx, bringing, portion))
      at = to
    }
  }
}

const nothing: ListPage = { items: [], next: null, total: null, lastPage: null }

function nextStep(step: Step): Step | null {
  return steps[steps.indexOf(step) + 1] ?? null
}

function isThere<T>(thing: T | null): thing is T {
  return thing !== null
}
