import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { whileThere } from './require-there.ts'
import type { Git, GitCall, RepoDir } from './run-git.ts'

/** Where to look for objects: a repository, and what a push brings. */
export interface ObjectPlace {
  readonly git: Git
  readonly dir: RepoDir
  readonly env: Readonly<Record<string, string>>
}

type Ids = readonly string[] | readonly [Readable, Transform]

/**
 * The contents of many objects, one after the other, however many there are: `ids` is a line each. For looking through
 * a whole push; single objects are asked from the store.
 */
export function readContents(place: ObjectPlace, ids: Ids, each: (content: Buffer) => void): Promise<void> {
  return whileThere(place.dir, () => readByGit(place, ids, each))
}

async function readByGit(place: ObjectPlace, ids: Ids, each: (content: Buffer) => void): Promise<void> {
  const call: GitCall = { words: ['cat-file', '--batch', '--buffer'], env: place.env }
  const child = place.git.spawn(place.dir, call, ['pipe', 'pipe', 'ignore'])
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error('git was started without its pipes')
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`git cat-file ended with ${code}`))))
  })
  try {
    const asked = isStreams(ids) ? pipeline(...ids, stdin) : pipeline(Readable.from(ids), stdin)
    await Promise.all([asked, pipeline(stdout, (chunks: AsyncIterable<Buffer>) => readAll(chunks, each)), ended])
  } finally {
    child.kill('SIGKILL')
  }
}

function isStreams(ids: Ids): ids is readonly [Readable, Transform] {
  return ids[0] instanceof Readable
}

async function readAll(chunks: AsyncIterable<Buffer>, each: (content: Buffer) => void): Promise<void> {
  let kept: Buffer[] = []
  let have = 0
  let need = 0
  for await (const chunk of chunks) {
    kept.push(chunk)
    have += chunk.length
    if (have < need) continue
    const left = readSome(Buffer.concat(kept), each)
    kept = [left.rest]
    have = left.rest.length
    need = left.need
  }
}

/** `<id> <type> <size>`, that many bytes and a newline; or `<id> missing`. Says how many bytes the next one takes. */
function readSome(data: Buffer, each: (content: Buffer) => void): { rest: Buffer; need: number } {
  let at = 0
  for (;;) {
    const line = data.indexOf(0x0a, at)
    if (line === -1) return { rest: data.subarray(at), need: 0 }
    const size = data.toString('latin1', at, line).split(' ')[2]
    if (size !== undefined) {
      const end = line + 1 + Number(size)
      if (data.length < end + 1) return { rest: data.subarray(at), need: end + 1 - at }
      each(data.subarray(line + 1, end))
      at = end + 1
    } else at = line + 1
  }
}
