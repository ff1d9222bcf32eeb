import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate, deflateSync } from 'node:zlib'
import type { Sha } from '../core/sha.ts'
import type { GitObject, ObjectType } from './object-reader.ts'
import { writeDelta } from './write-delta.ts'

/** An object, and another one like it that whoever reads the pack has by then. */
export interface ToPack {
  readonly object: GitObject
  readonly base: GitObject | null
}

const kinds: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 }
const fromBase = 7
/** What is longer is made small beside the thread that serves. */
const longestHere = 512
const deflateApart = promisify(deflate)

/** A pack, as git reads it. */
export async function writePack(objects: readonly ToPack[]): Promise<Buffer> {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  head.writeUInt32BE(objects.length, 8)
  const bytes = Buffer.concat([head, ...(await Promise.all(objects.map(entryOf))).flat()])
  return Buffer.concat([bytes, createHash('sha1').update(bytes).digest()])
}

async function entryOf({ object, base }: ToPack): Promise<readonly Buffer[]> {
  const delta = base === null ? null : writeDelta(base.data, object.data)
  if (delta === null || base === null) return [headOf(kinds[object.type], object.size), await small(object.data)]
  return [headOf(fromBase, delta.length), bytesOf(base.sha), await small(delta)]
}

function small(data: Buffer): Buffer | Promise<Buffer> {
  return data.length <= longestHere ? deflateSync(data) : deflateApart(data)
}

function bytesOf(sha: Sha): Buffer {
  return Buffer.from(sha, 'hex')
}

/** What it is and how long it is: four bits of that first, then seven at a time. */
function headOf(kind: number, size: number): Buffer {
  const bytes = [(kind << 4) | (size & 0xf)]
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes.push(left & 0x7f)
    bytes[bytes.length - 2] = (bytes.at(-2) ?? 0) | 0x80
  }
  return Buffer.from(bytes)
}
