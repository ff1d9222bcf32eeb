import { type TProperties, Type } from 'typebox'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import type { AddressedAsset, Release, ReleaseAsset } from '../../../features/releases/release.ts'
import type { ReleaseNotes } from '../../../features/releases/write-notes.ts'
import {
  type Form,
  idIn,
  idSchema,
  maybeName,
  maybeTimestamp,
  type Presentation,
  type PresentContext,
  type Presenter,
  timestamp,
} from './form.ts'

function assetFields(form: Form): TProperties {
  return {
    id: idSchema[form],
    name: Type.String(),
    size: Type.Integer({ description: 'Bytes' }),
    content_type: Type.String(),
    download_count: Type.Integer(),
    sha256: Type.String(),
    url: Type.String({ format: 'uri', description: 'Where to download it' }),
    created_at: timestamp,
  }
}

type Place = AddressedAsset['release']

function presentAsset(form: Form, release: Place, asset: ReleaseAsset, { config }: PresentContext): object {
  const path = `repos/${release.repo.owner}/${release.repo.slug}/releases/${idIn(form, release)}`
  return {
    id: idIn(form, asset),
    name: asset.name,
    size: asset.size,
    content_type: asset.contentType,
    download_count: asset.downloadCount,
    sha256: asset.sha256,
    url: `${config.BASE_URL}/api/v1/${path}/assets/${idIn(form, asset)}`,
    created_at: iso(asset.createdAt),
  }
}

function releaseIn(form: Form): Presenter<Release> {
  return {
    schema: Type.Object({
      id: idSchema[form],
      tag_name: Type.String(),
      name: Type.String(),
      body: Type.String({ description: 'Markdown' }),
      draft: Type.Boolean(),
      prerelease: Type.Boolean(),
      author: maybeName,
      commit_sha: Type.Union([Type.String(), Type.Null()], {
        description: 'What the tag points to now; null when the tag is gone',
      }),
      assets: Type.Array(Type.Object(assetFields(form))),
      created_at: timestamp,
      published_at: maybeTimestamp,
    }),
    present: (one, context) => ({
      id: idIn(form, one),
      tag_name: one.tagName,
      name: one.name,
      body: one.body,
      draft: one.isDraft,
      prerelease: one.isPrerelease,
      author: one.author,
      commit_sha: one.commitSha,
      assets: one.assets.map((asset) => presentAsset(form, one, asset, context)),
      created_at: iso(one.createdAt),
      published_at: maybeIso(one.publishedAt),
    }),
  }
}

function assetIn(form: Form): Presenter<AddressedAsset> {
  return {
    schema: Type.Object(assetFields(form)),
    present: (one, context) => presentAsset(form, one.release, one, context),
  }
}

const notes: Presenter<ReleaseNotes> = {
  schema: Type.Object({
    name: Type.String({ description: 'What the release would be called' }),
    body: Type.String({ description: 'Markdown' }),
    previous_tag_name: Type.Union([Type.String(), Type.Null()], {
      description: 'The tag that they begin behind; null where they begin with the repository',
    }),
  }),
  present: ({ name, body, since }) => ({ name, body, previous_tag_name: since }),
}

export const releaseNotes: Presentation<ReleaseNotes> = { A: notes, B: notes }
export const release: Presentation<Release> = { A: releaseIn('A'), B: releaseIn('B') }
export const releaseAsset: Presentation<AddressedAsset> = { A: assetIn('A'), B: assetIn('B') }
