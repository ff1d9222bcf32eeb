import { Type } from 'typebox'
import { mapPage, pageOf } from '../../../core/page.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import { deleteAsset } from '../../../features/releases/delete-asset.ts'
import { addressed, openAsset } from '../../../features/releases/open-asset.ts'
import { getRelease } from '../../../features/releases/read-releases.ts'
import { uploadAsset } from '../../../features/releases/upload-asset.ts'
import { assetBytes } from '../../raw-bytes.ts'
import { route } from '../route.ts'

const text = Type.String({ maxLength: 255 })
const ofRelease = { owner: text, repo: text, id: text }
const assetParams = Type.Object({ ...ofRelease, asset: text })
const reading = { tag: 'Releases', right: 'anyone', scope: 'repo:read', rate: 'api', role: 'Reader' } as const
const writing = { tag: 'Releases', right: 'user', scope: 'repo:write', rate: 'api', role: 'Developer' } as const

export const releaseAssetRoutes = [
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/releases/{id}/assets',
    summary: 'Add a file: the body is the file, its Content-Type what the file is',
    ...writing,
    params: Type.Object(ofRelease),
    query: Type.Object({ name: text }),
    body: { kind: 'bytes', limit: 'MAX_ASSET_BYTES' },
    output: { kind: 'one', status: 201, resource: 'releaseAsset' },
    handle: ({ app, actor, params, query, body }) =>
      uploadAsset(app, actor, params, { releaseId: parseRecordId(params.id), name: query.name, ...body }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/releases/{id}/assets',
    summary: 'The files of a release',
    ...reading,
    params: Type.Object(ofRelease),
    output: { kind: 'list', resource: 'releaseAsset' },
    handle: async ({ app, actor, params, page }) => {
      const release = await getRelease(app, actor, params, parseRecordId(params.id))
      return mapPage(pageOf(release.assets, page), (asset) => addressed(release, asset))
    },
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/releases/{id}/assets/{asset}',
    summary: 'Download a file of a release',
    ...reading,
    params: assetParams,
    output: { kind: 'bytes', media: '*/*', parts: true },
    handle: async ({ app, actor, params }) => assetBytes(await openAsset(app, actor, params, keyOf(params))),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/releases/{id}/assets/{asset}',
    summary: 'Delete a file of a release',
    ...writing,
    params: assetParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => deleteAsset(app, actor, params, keyOf(params)),
  }),
]

function keyOf(params: { readonly id: string; readonly asset: string }) {
  return { releaseId: parseRecordId(params.id), assetId: parseRecordId(params.asset) }
}
