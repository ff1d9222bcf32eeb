import { Pace } from '../core/pace.ts'
import type { Sha } from '../core/sha.ts'
import { type Alignment, nowhere } from './align-lines.ts'
import { LineMap } from './line-map.ts'
import type { ObjectStore } from './object-store.ts'
import type { Git, RepoDir } from './run-git.ts'

export interface LineParts {
  readonly git: Git
  readonly objects: ObjectStore
}

/** Larger files are compared by git, in a process of its own: nobody else waits for it. */
const largestHere = 128 * 1024
/** Nobody wrote these by hand, and comparing them takes long: what was said about their lines is about an older state. */
const largestCompared = 2 * 1024 * 1024
const mostLines = 50_000
const patienceMs = 20_000
const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm

/** Where the lines of one file are in another. Null where nobody could say: too large, or not made of lines. */
export async function mapLines({ git, objects }: LineParts, dir: RepoDir, from: Sha, to: Sha): Promise<LineMap | null> {
  const sizes = await Promise.all([from, to].map((sha) => objects.info(dir, sha)))
  const largest = Math.max(...sizes.map((info) => info?.size ?? Number.POSITIVE_INFINITY))
  if (largest > largestCompared) return null
  const [a, b] = [await readLines(objects, dir, from), await readLines(objects, dir, to)]
  if (a === null || b === null) return null
  if (largest <= largestHere) return LineMap.between(a, b)
  const same = await alignByGit(git, dir, [from, to], a.length)
  return same === null ? null : LineMap.between(a, b, same)
}

/** Bytes as characters: whether they are text makes no difference to whether they are the same. */
async function readLines(objects: ObjectStore, dir: RepoDir, sha: Sha): Promise<readonly string[] | null> {
  const data = (await objects.read(dir, sha))?.data ?? Buffer.alloc(0)
  if (hasTooMany(data)) return null
  const lines = data.toString('latin1').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Looked at before they are cut apart: a file may be nothing but line ends. */
function hasTooMany(data: Buffer): boolean {
  let lines = 0
  for (let at = data.indexOf('\n'); at !== -1 && lines <= mostLines; at = data.indexOf('\n', at + 1)) lines++
  return lines > mostLines
}

async function alignByGit(git: Git, dir: RepoDir, blobs: readonly Sha[], count: number): Promise<Alignment | null> {
  const words = ['diff', '--unified=0', '--patience', '--no-color', '--no-ext-diff', '--no-textconv']
  const { exitCode, stdout } = await git.try(dir, { words, revs: blobs }, { timeoutMs: patienceMs })
  if (exitCode !== 0) return null
  const same = new Int32Array(count).fill(nowhere)
  const pace = new Pace()
  let [at, to] = [0, 0]
  for (const [, oldStart = '', oldCount = '1', newStart = '', newCount = '1'] of stdout
    .toString('latin1')
    .matchAll(hunk)) {
    await pace.isOver()
    // Of nothing, git names the line before.
    const first = Number(oldStart) - (oldCount === '0' ? 0 : 1)
    while (at < first) same[at++] = to++
    at = first + Number(oldCount)
    to = Number(newStart) - (newCount === '0' ? 0 : 1) + Number(newCount)
  }
  // They differ, and git shows no line that does: it takes them for something else than text.
  if (at === 0 && to === 0) return null
  while (at < count) same[at++] = to++
  return same
}
