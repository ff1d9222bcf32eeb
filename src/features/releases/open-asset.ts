import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { whileRightful } from '../access/require-still.ts'
import type { Part } from '../blobs/blob-keeping.ts'
import { countDownload, findAsset } from './asset-store.ts'
import type { AddressedAsset, ReleaseAsset } from './release.ts'
import { openForReleases, requireRelease } from './require-release.ts'
import type { ReleaseKey } from './store.ts'

export function addressed(release: AddressedAsset['release'], asset: ReleaseAsset): AddressedAsset {
  return { ...asset, release }
}

export interface AssetKey {
  readonly releaseId: RecordId
  readonly assetId: RecordId
}

export async function requireAsset(
  app: Pick<App, 'db'>,
  repo: OpenRepo,
  { releaseId, assetId }: AssetKey,
): Promise<AddressedAsset> {
  const release = await requireRelease(app, repo, releaseId)
  const asset = await findAsset(app.db, release.id, assetId)
  if (asset === null) throw notFound('ASSET')
  return addressed(release, asset)
}

/** As people write it into a script: the name stays, whatever release is the latest. */
export interface NamedAsset {
  readonly release: ReleaseKey
  readonly name: string
}

export async function openNamedAsset(
  app: Pick<App, 'blobs' | 'clock' | 'db' | 'log'>,
  actor: Actor,
  ref: RepoRef,
  { release: key, name }: NamedAsset,
): Promise<OpenAsset> {
  const release = await requireRelease(app, await openForReleases(app, actor, ref, 'read'), key)
  const asset = release.assets.find((one) => one.name === name)
  if (asset === undefined) throw notFound('ASSET')
  return openAsset(app, actor, ref, { releaseId: { id: release.id }, assetId: { id: asset.id } })
}

export interface OpenAsset extends ReleaseAsset {
  readonly open: (part: Part | null) => Promise<Readable>
}

/** A file to download. Counted when somebody begins to read it, not when they look or go on where they were cut off. */
export async function openAsset(
  app: Pick<App, 'blobs' | 'clock' | 'db' | 'log'>,
  actor: Actor,
  ref: RepoRef,
  key: AssetKey,
): Promise<OpenAsset> {
  const repo = await openForReleases(app, actor, ref, 'read')
  const asset = await requireAsset(app, repo, key)
  return {
    ...asset,
    open: async (part) => {
      if (part === null || part.start === 0) await count(app, asset.id)
      const stream = await app.blobs.open(asset.file, part)
      return whileRightful(app, actor, { repo, need: { role: 'Reader', scope: 'repo:read' }, stream })
    },
  }
}

/** A number for people to look at: a download does not fail because it could not be counted. */
async function count(app: Pick<App, 'db' | 'log'>, assetId: number): Promise<void> {
  try {
    await inTransaction(app, (tx) => countDownload(tx, assetId))
  } catch (error) {
    app.log.warn({ error: String(error), assetId }, 'could not count a download')
  }
}
