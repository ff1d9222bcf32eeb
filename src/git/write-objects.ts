import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { requireSha, type Sha } from '../core/sha.ts'
import type { ObjectType } from './object-reader.ts'
import type { Git, RepoDir } from './run-git.ts'
import { strictly } from './tolerated.ts'

export interface NewObject {
  readonly type: ObjectType
  readonly data: Buffer
  readonly sha: Sha
}

const typeNumbers: Record<ObjectType, number> = { commit: 1, tree: 2, blob: 3, tag: 4 }
const squeeze = promisify(deflate)

/** An object that is to be written, under the id that git will give it. */
export function newObject(type: ObjectType, data: Buffer): NewObject {
  const id = createHash('sha1').update(`${type} ${data.length}\0`).update(data).digest('hex')
  return { type, data, sha: requireSha(id) }
}

/** From here on a pack stays a pack, as git itself does with what is pushed: a file for each would take long. */
export const mostLoose = 100

/**
 * Writes objects, durably, all in one go: they travel to one git as a pack instead of each to a git of its own. That git
 * checks them as it checks a push, and that everything they point to is there.
 */
export async function writeObjects(git: Git, dir: RepoDir, objects: readonly NewObject[]): Promise<void> {
  // The same file twice is one object, and a pack holds each once.
  const all = [...new Map(objects.map((object) => [object.sha, object])).values()]
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  header.writeUInt32BE(all.length, 8)
  const body = Buffer.concat([header, ...(await Promise.all(all.map(packOne)))])
  const input = Buffer.concat([body, createHash('sha1').update(body).digest()])
  const words = all.length > mostLoose ? ['index-pack', '--stdin', strictly] : ['unpack-objects', '-q', strictly]
  await git.run(dir, { words }, { input })
}

async function packOne({ type, data }: NewObject): Promise<Buffer> {
  // Four bits of the size beside the type, then seven a byte; the highest bit says that more follow.
  const head: number[] = []
  let byte = (typeNumbers[type] << 4) | (data.length & 0x0f)
  for (let rest = data.length >>> 4; rest > 0; rest >>>= 7) {
    head.push(byte | 0x80)
    byte = rest & 0x7f
  }
  head.push(byte)
  // Not made any smaller: git does that on its way to the disk.
  return Buffer.concat([Buffer.from(head), await squeeze(data, { level: 0 })])
}
