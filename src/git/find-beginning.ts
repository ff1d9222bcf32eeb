import { parseSha, type Sha, type ShaPrefix } from '../core/sha.ts'
import { type Place, TooFar } from './commit-walk.ts'
import { mostInIndex } from './count-commits.ts'
import type { WalkParts } from './folder-trees.ts'
import { gatherOutside } from './gather-outside.ts'
import type { ObjectStore } from './object-store.ts'
import type { Git, RepoDir } from './run-git.ts'

/** The one commit for each beginning of an id; none where several begin so. */
export type Expanded = ReadonlyMap<ShaPrefix, Sha>

/**
 * Looks for commits by the beginnings of their ids, in the histories of some others alone. What merely lies in a
 * repository, because it was pushed away or came with somebody's fork, is not to be found by guessing.
 */
export async function findBeginning(
  parts: WalkParts,
  tips: readonly Sha[],
  prefixes: readonly ShaPrefix[],
): Promise<Expanded> {
  const { walk } = parts
  const { graph } = walk
  if (graph !== null && graph.size > mostInIndex) throw new TooFar('The index is too long to go through')
  const { outside, entries } = await gatherOutside(walk, await placesOf(parts, tips))
  const reached = graph?.reachedFrom(entries)
  return expandEach(prefixes, (prefix) => {
    const inIndex = graph?.beginningWith(prefix).filter((place) => reached?.[place] === 1) ?? []
    return [...inIndex.map((place) => walk.sha(place)), ...[...outside].filter((sha) => sha.startsWith(prefix))]
  })
}

/** A tag may stand on a file or a folder, which has no history. */
async function placesOf({ objects, dir, walk }: WalkParts, tips: readonly Sha[]): Promise<readonly Place[]> {
  const places = await Promise.all(
    tips.map(async (tip) => {
      const place = walk.place(tip)
      const isCommit = typeof place === 'number' || (await objects.info(dir, place))?.type === 'commit'
      return isCommit ? [place] : []
    }),
  )
  return places.flat()
}

/** Each of them takes git a walk: what so many begin with means nothing. */
const mostAsked = 20

/** The same, said by git: of everything that any ref leads to. */
export async function askForBeginning(
  { git, objects }: { readonly git: Git; readonly objects: ObjectStore },
  dir: RepoDir,
  prefixes: readonly ShaPrefix[],
): Promise<Expanded> {
  const words = ['rev-parse', ...prefixes.map((prefix) => `--disambiguate=${prefix}`)]
  const { stdout } = await git.try(dir, { words })
  const shas = stdout
    .toString('latin1')
    .split('\n')
    .flatMap((line) => parseSha(line) ?? [])
  const infos = await Promise.all(shas.map((sha) => objects.info(dir, sha)))
  const commits = infos.flatMap((info) => (info?.type === 'commit' ? info.sha : []))
  const led = new Set<Sha>()
  for (const prefix of prefixes) {
    const some = commits.filter((sha) => sha.startsWith(prefix))
    if (some.length > mostAsked) continue
    for (const sha of some) if (await isLedTo(git, dir, sha)) led.add(sha)
  }
  return expandEach(prefixes, (prefix) => [...led].filter((sha) => sha.startsWith(prefix)))
}

async function isLedTo(git: Git, dir: RepoDir, sha: Sha): Promise<boolean> {
  const { exitCode, stdout } = await git.try(dir, { words: ['for-each-ref', '--count=1', `--contains=${sha}`] })
  return exitCode === 0 && stdout.length > 0
}

function expandEach(prefixes: readonly ShaPrefix[], find: (prefix: ShaPrefix) => readonly Sha[]): Expanded {
  return new Map(
    prefixes.flatMap((prefix) => {
      const [only, ...others] = find(prefix)
      return only === undefined || others.length > 0 ? [] : [[prefix, only] as const]
    }),
  )
}
