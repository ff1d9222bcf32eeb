import type { App } from '../../app.ts'
import { systemActor } from '../../core/actor.ts'
import { Pace } from '../../core/pace.ts'
import { branchOf, type RefName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha } from '../../core/sha.ts'
import type { RemoteRef } from '../../git/read-advertisement.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { bringRefs } from '../imports/bring-refs.ts'
import { emptyPack } from '../imports/empty-pack.ts'
import type { RemoteOptions } from '../imports/reach-server.ts'
import { type Found, fetchPack } from '../imports/remote.ts'
import { updateRepo } from '../repos/update-repo.ts'
import { inTheWayOf } from '../transport/find-in-the-way.ts'
import { moveRefs } from '../transport/move-refs.ts'
import { type Difference, findLacking, type Here } from './compare-refs.ts'

const purpose = { kind: 'mirror' } as const

export interface Look extends Difference {
  readonly found: Found
  readonly here: Here
  readonly options: RemoteOptions
}

/** Makes branches and tags what they are on the server that is followed. Null where they are so now, else why not. */
export async function takeOver(app: App, repo: OpenRepo, look: Look): Promise<string | null> {
  const { found, gone, changed } = look
  const { defaultBranch } = found
  const head = `refs/heads/${repo.defaultBranch}` as RefName
  const isHere = gone.includes(head)
  // First, because one that is gone may be in the way of one that is new.
  await drop(
    app,
    repo,
    look,
    gone.filter((name) => name !== head),
  )
  const [free, blocked] = isHere ? apart(changed, (ref) => !isBeside(ref.name, head)) : [changed, []]
  const refusal = await bring(app, repo, await findBrought(look, free))
  if (refusal !== null || found.refs.some(({ name }) => name === head)) return refusal
  const next = found.refs.find(({ name }) => branchOf(name) === defaultBranch)
  // One that is named and not there is none: the old one stays until there is another.
  if (next === undefined || defaultBranch === null)
    return blocked[0] === undefined ? null : inTheWayOf(head, blocked[0].name)
  const ref = { owner: repo.owner, repo: repo.slug }
  const turn = async () => openAnew(app, await updateRepo(app, systemActor, ref, { defaultBranch }))
  const isBlocked = blocked.includes(next)
  const turned = isBlocked ? repo : await turn()
  const brought = await findBrought(look, blocked)
  // What is here may be the last copy: it goes when what takes its place has begun to come.
  const pack = await begun(brought.pack)
  try {
    if (isHere) await drop(app, turned, look, [head])
  } catch (error) {
    await pack.return()
    throw error
  }
  const last = await bring(app, turned, { ...brought, pack })
  // Where it fails, the next time finds that there is no default branch, and goes on from here.
  if (last === null && isBlocked) await turn()
  return last
}

/** Of two names git keeps only one where one is a folder to the other. */
function isBeside(name: RefName, other: RefName): boolean {
  return name.startsWith(`${other}/`) || other.startsWith(`${name}/`)
}

function apart<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  const { first = [], second = [] } = Object.groupBy(items, (item) => (isFirst(item) ? 'first' : 'second'))
  return [first, second]
}

interface ToBring {
  readonly changes: readonly RefChange[]
  readonly pack: AsyncGenerator<Buffer, void, undefined>
}

async function findBrought({ found, here, options }: Look, changed: readonly RemoteRef[]): Promise<ToBring> {
  const { refs, has } = await findLacking(here, changed)
  const pack =
    refs.length === 0 ? emptyPack() : fetchPack({ source: found.source, refs, has }, options, () => undefined)
  const changes = await new Pace().map(changed, ({ name, sha }) => ({
    ref: name,
    before: here.get(name)?.sha ?? noSha,
    after: sha,
  }))
  return { changes, pack }
}

async function begun(pack: ToBring['pack']): Promise<ToBring['pack']> {
  const first = await pack.next()
  async function* whole(): ToBring['pack'] {
    if (first.done === true) return
    yield first.value
    yield* pack
  }
  return whole()
}

async function bring(app: App, repo: OpenRepo, brought: ToBring): Promise<string | null> {
  return brought.changes.length === 0 ? null : bringRefs(app, systemActor, repo, { ...brought, purpose })
}

async function drop(app: App, repo: OpenRepo, { here }: Look, names: readonly RefName[]): Promise<void> {
  if (names.length === 0) return
  const changes = names.map((ref) => ({ ref, before: here.get(ref)?.sha ?? noSha, after: noSha }))
  await moveRefs(app, { actor: systemActor, repo, way: 'mirror', purpose }, changes)
}

export function openAnew(app: App, { owner, slug }: Repo): Promise<OpenRepo> {
  return requireRepo(app, systemActor, { owner, repo: slug }, { role: 'Developer', scope: 'repo:write' })
}
