import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RefName } from '../core/ref-name.ts'
import { parseSha, type Sha } from '../core/sha.ts'
import { type CommitsWithin, commitsWithin } from './commits-within.ts'
import type { ObjectStore } from './object-store.ts'
import { exitOf, type Git, GitError, type RepoDir } from './run-git.ts'

/** It does not outlive the work: nothing of it has to be on disk for certain. */
const inPassing = ['-c', 'core.fsync=none']
const mostSeconds = 10 * 60
const longestList = 64 * 1024 * 1024

const config = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
`

export interface Wanted {
  readonly commit: Sha
  readonly ref: RefName
  readonly folder: string
  /** How many commits back git knows of in there. */
  readonly history: number | 'all'
  /** More than this does not come. */
  readonly mostBytes: number
}

/** The commit with its files and the history that was asked for is larger than it may be. */
export class TooMuchHistory extends Error {
  override readonly name = 'TooMuchHistory'
}

interface Parts {
  readonly git: Git
  readonly objects: ObjectStore
}

/**
 * The files of one commit in a folder of their own, and around them a repository with that commit, as much of its history
 * as is wanted, and the tags of that: git works in there, knows where it stands, and cannot reach anything else of ours.
 */
export async function checkOut(parts: Parts, dir: RepoDir, wanted: Wanted): Promise<void> {
  const { git } = parts
  const { commit, ref, folder, history } = wanted
  const inside = join(folder, '.git')
  const isBranch = ref.startsWith('refs/heads/')
  const within = history === 'all' ? null : await commitsWithin(parts.objects, dir, commit, history)
  const tags = await tagsOf(git, dir, commit, within)
  await mkdir(join(inside, 'objects', 'pack'), { recursive: true })
  await mkdir(join(inside, 'refs', 'heads'), { recursive: true })
  await Promise.all([
    writeFile(join(inside, 'config'), config),
    writeFile(join(inside, 'HEAD'), isBranch ? `ref: ${ref}\n` : `${commit}\n`),
    writeFile(join(inside, 'packed-refs'), tags.map(({ id, name }) => `${id} ${name}\n`).join('')),
  ])
  // A tag of somebody's own words is one only as what they made.
  if (!tags.some(({ name }) => name === ref)) {
    await mkdir(dirname(join(inside, ref)), { recursive: true })
    await writeFile(join(inside, ref), `${commit}\n`)
  }
  const last = within?.last ?? []
  if (last.length > 0) await writeFile(join(inside, 'shallow'), last.map((one) => `${one}\n`).join(''))
  const revs = [...last.map((one) => `--shallow ${one}\n`), `${commit}\n`, ...tags.map(({ id }) => `${id}\n`)].join('')
  await bringCommits(git, dir, { inside, revs, mostBytes: wanted.mostBytes })
  const env = { GIT_DIR: inside, GIT_WORK_TREE: folder }
  await git.run(dir, { words: [...inPassing, 'reset', '--hard', '--quiet'], env }, { timeoutMs: mostSeconds * 1000 })
}

interface Tag {
  readonly id: Sha
  readonly name: string
}

/** What stands at a commit that is there. */
async function tagsOf(git: Git, dir: RepoDir, commit: Sha, within: CommitsWithin | null): Promise<readonly Tag[]> {
  const some = within === null ? [`--merged=${commit}`] : within.all.size === 1 ? [`--points-at=${commit}`] : []
  const words = ['for-each-ref', '--format=%(objectname) %(*objectname) %(refname)', ...some, 'refs/tags/']
  const listed = await git.run(dir, { words }, { maxBytes: longestList })
  return listed
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [own = '', peeled = '', name = ''] = line.split(' ')
      const [id, target] = [parseSha(own), parseSha(peeled === '' ? own : peeled)]
      if (id === null || target === null || name === '') return []
      return within === null || within.all.has(target) ? [{ id, name }] : []
    })
}

interface Carried {
  readonly inside: string
  readonly revs: string
  readonly mostBytes: number
}

/** One pack with the commits and all of their files. Deltas that lie ready are taken as they are. */
async function bringCommits(git: Git, dir: RepoDir, { inside, revs, mostBytes }: Carried): Promise<void> {
  const packing = {
    words: ['pack-objects', '--revs', '--stdout', '--delta-base-offset', '--window=0', '--quiet', '--shallow'],
    mostSeconds,
  }
  const unpacking = {
    words: [...inPassing, 'index-pack', '--stdin'],
    env: { GIT_DIR: inside },
    mostSeconds,
  }
  const from = git.spawn(dir, packing, ['pipe', 'pipe', 'ignore'])
  const to = git.spawn(dir, unpacking, ['pipe', 'ignore', 'ignore'])
  const exits = Promise.all([exitOf(from), exitOf(to)])
  from.stdin?.on('error', () => undefined)
  from.stdin?.end(revs)
  let bytes = 0
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > mostBytes) throw new TooMuchHistory()
      yield chunk
    }
  }
  if (from.stdout !== null && to.stdin !== null) await pipeline(from.stdout, counted, to.stdin).catch(() => undefined)
  const [packed, unpacked] = await exits
  if (bytes > mostBytes) throw new TooMuchHistory()
  if (packed !== 0) throw new GitError(packing, packed, '')
  if (unpacked !== 0) throw new GitError(unpacking, unpacked, '')
}
