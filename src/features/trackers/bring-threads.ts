import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { type BroughtPull, lookAtForeign } from '../pulls/bring-pull.ts'
import { type Api, Declined } from './ask-api.ts'
import type { Heads } from './bring-heads.ts'
import type { Forge } from './forge.ts'
import type { Patience } from './patience.ts'
import { atOnce, lengthOf, type Portions } from './portions.ts'
import type { CommentThere, ThreadThere } from './tracker.ts'
import { type Bringing, findTaken, numberHere, type WithTalk, writeThreads } from './write-things.ts'

/** Whom issues and pull requests come from, and where to. */
export interface Route {
  readonly repo: OpenRepo
  readonly forge: Forge
  readonly api: Api
  readonly heads: Heads
  readonly patience: Patience
  readonly portions: Portions
  readonly bringing: Bringing
}

type Talked = Omit<WithTalk, 'pull'>

/** Those that are not here yet, each with what was said in it and with its commits. */
export async function bringThreads(app: App, route: Route, threads: readonly ThreadThere[]): Promise<void> {
  const { bringing, portions } = route
  const now = app.clock.now()
  const taken = await inTransaction(app, (tx) => findTaken(tx, bringing, threads))
  const fresh = threads.filter(({ kind, number }) => !taken.has(numberHere(bringing, kind, number)))
  let portion: Talked[] = []
  let length = 0
  const write = async (): Promise<void> => {
    const some = await withCommits(app, route, portion)
    portion = []
    length = 0
    if (some.length > 0) await portions.save((tx) => writeThreads(tx, bringing, some))
  }
  for (const thread of fresh) {
    const talk = await ask(route, () => talkOf(route, thread, now), [])
    portion.push({ thread, talk })
    length += lengthOf([thread, ...talk])
    if (portion.length >= atOnce.things || length >= atOnce.text) await write()
  }
  await write()
}

function ask<T>({ patience, portions }: Route, question: () => Promise<T>, none: T): Promise<T> {
  return patience.ask(portions.place.step, question, none)
}

/** One that went away since it was listed has nothing to say. */
async function talkOf({ forge, api }: Route, thread: ThreadThere, now: number): Promise<readonly CommentThere[]> {
  try {
    return await forge.talkOf(api, thread, now)
  } catch (error) {
    if (error instanceof Declined && error.status === 404) return []
    throw error
  }
}

/** Those of pull requests come first, and are kept: what is written of them can be looked at from then on. */
async function withCommits(app: App, route: Route, things: readonly Talked[]): Promise<readonly WithTalk[]> {
  const { bringing, heads, repo } = route
  const wanted = things.flatMap(({ thread: { kind, number, pull } }) =>
    pull === null ? [] : [{ number: numberHere(bringing, kind, number), there: number, sha: pull.headSha }],
  )
  const found = await ask(route, () => heads.bring(wanted), new Map<number, Sha>())
  const whole: WithTalk[] = []
  for (const thing of things) {
    const head = found.get(numberHere(bringing, thing.thread.kind, thing.thread.number))
    whole.push({ ...thing, pull: head === undefined ? null : await lookAt(app, repo, thing.thread, head) })
  }
  return whole
}

async function lookAt(
  app: App,
  repo: OpenRepo,
  { pull, isClosed }: ThreadThere,
  head: Sha,
): Promise<BroughtPull | null> {
  if (pull === null) return null
  const { baseSha: base, mergedAt } = pull
  const state = mergedAt !== null ? 'merged' : isClosed ? 'closed' : 'open'
  return lookAtForeign(app, repo, { ...pull, base, head, state })
}
