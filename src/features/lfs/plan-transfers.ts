import type { App } from '../../app.ts'
import { fileSize } from '../../core/file-size.ts'
import { parseSha256, type Sha256 } from '../../core/sha256.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { ownerOf, roomLeft } from '../quota/claim-room.ts'
import type { Operation } from './lfs-access.ts'
import { findObjects } from './store.ts'

export interface WantedObject {
  readonly oid: string
  readonly size: number
}

/** What to do about one object. `wrong` carries the code and the sentence that the client shows. */
export type Plan =
  | { readonly kind: 'transfer'; readonly oid: Sha256; readonly size: number }
  | { readonly kind: 'nothing'; readonly oid: string; readonly size: number }
  | {
      readonly kind: 'wrong'
      readonly oid: string
      readonly size: number
      readonly code: 404 | 413 | 422
      readonly why: string
    }

/**
 * Which of the objects have to travel. An upload is asked for whatever this repository does not have itself: who only
 * knows the id of something in another repository gets nothing by it.
 */
export async function planTransfers(
  app: Pick<App, 'config' | 'db'>,
  repo: OpenRepo,
  operation: Operation,
  wanted: readonly WantedObject[],
): Promise<readonly Plan[]> {
  const oids = wanted.flatMap(({ oid }) => parseSha256(oid) ?? [])
  const known = await findObjects(app.db, repo.id, [...new Set(oids)])
  const room = operation === 'upload' ? await roomLeft(app, ownerOf(repo)) : null
  let left = room?.bytes ?? Number.POSITIVE_INFINITY
  return wanted.map(({ oid: text, size }): Plan => {
    const wrong = (code: 404 | 413 | 422, why: string): Plan => ({ kind: 'wrong', oid: text, size, code, why })
    const oid = parseSha256(text)
    if (oid === null) return wrong(422, 'The oid must be a SHA-256 in lower-case hexadecimal')
    if (size < 0) return wrong(422, 'The size must be at least zero')
    const there = known.get(oid)
    if (there !== undefined && there.size !== size) return wrong(422, `The object has ${there.size} bytes, not ${size}`)
    if (operation === 'download') {
      return there === undefined ? wrong(404, 'The object does not exist') : { kind: 'transfer', oid, size }
    }
    if (there !== undefined) return { kind: 'nothing', oid, size }
    const most = app.config.MAX_ASSET_BYTES
    if (size > most) return wrong(413, `The object is larger than ${fileSize(most)}`)
    if (room !== null && size > left) return wrong(413, room.refuse(size).message)
    left -= size
    return { kind: 'transfer', oid, size }
  })
}
