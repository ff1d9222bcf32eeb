import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import { conflict, Fault, invalidField } from '../../core/errors.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { parseFileName, parseFileType } from '../blobs/file-input.ts'
import { storeBlobs } from '../blobs/store-blob.ts'
import { claimRoom, ownerOf, roomOfOwner } from '../quota/claim-room.ts'
import { PromisedRoom } from '../quota/promise-room.ts'
import { countAssets, findTakenName, insertAsset } from './asset-store.ts'

const mostAssets = 1000
/** With what is said of a release. */
const mostAtOnce = 100

export interface NewAsset {
  readonly name: string
  readonly stream: Readable
}

interface Coming {
  /** Null for a release that is only being made. */
  readonly releaseId: number | null
  readonly assets: readonly NewAsset[]
}

/**
 * Takes in the files that come with what is said of a release, all of them or none. `work` writes the release and calls
 * `add` in the same transaction, with the release held: nobody sees or hears of it without its files.
 */
export async function withNewAssets<T>(
  app: Pick<App, 'blobs' | 'config' | 'db' | 'promises'>,
  repo: OpenRepo,
  { releaseId, assets }: Coming,
  work: (add: (tx: Tx, releaseId: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (assets.length === 0) return work(async () => undefined)
  const names = parseNames(assets)
  if (releaseId !== null) await requirePlaces(app.db, releaseId, 'files', names)
  const owner = ownerOf(repo)
  const room = new PromisedRoom(app, [roomOfOwner(app, owner)])
  const streams = assets.map(({ stream }) => stream)
  return storeBlobs(app, streams, { room }, (adoptAll) =>
    work(async (tx, id) => {
      await requirePlaces(tx, id, 'files', names)
      const blobs = await adoptAll(tx)
      await claimRoom(
        app,
        tx,
        owner,
        blobs.reduce((sum, { size }) => sum + size, 0),
      )
      for (const [at, name] of names.entries()) {
        const blobId = blobs[at]?.id
        if (blobId === undefined) throw new Error('There are fewer files than names')
        await insertAsset(tx, { releaseId: id, blobId, name, contentType: parseFileType(null) })
      }
    }),
  )
}

function parseNames(assets: readonly NewAsset[]): readonly string[] {
  if (assets.length > mostAtOnce) {
    throw invalidField('files', 'too_many', `must be at most ${mostAtOnce} files at once: add the others afterwards`)
  }
  const names = assets.map(({ name }) => parseName(name))
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw invalidField('files', 'twice', `has two files called ${twice}: rename one of them`)
  return names
}

/** Of many files, which one; the name of the release is another field. */
function parseName(text: string): string {
  try {
    return parseFileName(text)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw invalidField('files', 'format', `${text}: its name ${error.details[0]?.message ?? ''}`)
  }
}

/** For more files. `field` is what the caller calls their names. */
export async function requirePlaces(
  reader: Reader,
  releaseId: number,
  field: string,
  names: readonly string[],
): Promise<void> {
  const taken = await findTakenName(reader, releaseId, names)
  if (taken !== null) {
    const message = `the release has a file called ${taken} already: remove it first, or give this one another name`
    throw conflict(message, [{ field, code: 'taken', message }])
  }
  if ((await countAssets(reader, releaseId)) + names.length > mostAssets) {
    throw conflict(`A release has at most ${mostAssets} files`)
  }
}
