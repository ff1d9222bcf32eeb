import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import { Fault } from '../../core/errors.ts'
import type { Sha256 } from '../../core/sha256.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Expected, StoredFile } from './blob-keeping.ts'

export interface Blob {
  readonly id: number
  readonly sha256: Sha256
  readonly size: number
}

interface Upload extends Expected {
  /** Called when all bytes are there, which may take hours: throws when who sends them may not any more. */
  readonly still?: (() => Promise<unknown>) | undefined
  /** How much the sender says it is; it may be less. */
  readonly announced?: number | undefined
}

/**
 * Takes a file into the store: first it is on disk for good, then `refer` writes whatever refers to it, in the same
 * transaction as the blob itself. So a blob without references is never one that is just being made. The same content
 * is kept once; whoever sends it a second time has proved to have it, and the second file goes.
 */
export function storeBlob<T>(
  app: Pick<App, 'blobs' | 'db'>,
  source: Readable,
  expected: Upload,
  refer: (tx: Tx, blob: Blob) => Promise<T>,
): Promise<T> {
  return storeBlobs(app, [source], expected, async (adoptAll) => {
    const { result } = await inTransaction(app, async (tx) => {
      const [blob] = await adoptAll(tx)
      if (blob === undefined) throw new Error('A file was received and is not there')
      return { result: { value: await refer(tx, blob) } }
    })
    return result.value
  })
}

/** The same for several, all of them or none. `work` writes what refers to them, in the transaction that adopts them. */
export async function storeBlobs<T>(
  app: Pick<App, 'blobs' | 'db'>,
  sources: readonly Readable[],
  expected: Upload,
  work: (adoptAll: (tx: Tx) => Promise<readonly Blob[]>) => Promise<T>,
): Promise<T> {
  const received: StoredFile[] = []
  try {
    try {
      await expected.room?.promise(expected.size ?? expected.announced ?? 0)
      for (const source of sources) received.push(await app.blobs.receive(source, expected))
    } finally {
      expected.room?.release()
    }
    await expected.still?.()
    const broken = await Promise.all(received.map(({ sha256 }) => brokenFileOf(app, sha256)))
    let kept = new Set<string>()
    const result = await work(async (tx) => {
      tx.tells.add('blob.stored')
      const blobs: Blob[] = []
      kept = new Set()
      for (const [at, stored] of received.entries()) {
        const { id, file } = await adopt(tx, stored, broken[at] ?? null)
        blobs.push({ id, sha256: stored.sha256, size: stored.size })
        kept.add(file)
      }
      return blobs
    })
    for (const { file } of received) if (!kept.has(file)) await app.blobs.remove(file)
    return result
  } catch (error) {
    // A refusal of ours was rolled back for certain. After any other error the commit may have come about all the same:
    // then the file stays, and the sweep decides.
    if (error instanceof Fault) await Promise.all(received.map(({ file }) => app.blobs.remove(file)))
    throw error
  } finally {
    for (const stored of received) app.blobs.settled(stored)
  }
}

async function adopt(tx: Tx, stored: StoredFile, broken: string | null): Promise<{ id: number; file: string }> {
  return tx
    .insertInto('blobs')
    .values({ ...stored, created_at: tx.now, touched_at: tx.now })
    .onConflict((oc) =>
      oc.column('sha256').doUpdateSet((eb) => ({
        touched_at: tx.now,
        file: eb
          .case()
          .when('blobs.file', '=', broken ?? '')
          .then(stored.file)
          .else(eb.ref('blobs.file'))
          .end(),
      })),
    )
    .returning(['id', 'file'])
    .executeTakeFirstOrThrow()
}

/** A file that the disk has lost: the upload takes its place. */
async function brokenFileOf(app: Pick<App, 'blobs' | 'db'>, sha256: Sha256): Promise<string | null> {
  const row = await app.db.selectFrom('blobs').select(['file', 'size']).where('sha256', '=', sha256).executeTakeFirst()
  return row === undefined || (await app.blobs.has(row.file, row.size)) ? null : row.file
}
