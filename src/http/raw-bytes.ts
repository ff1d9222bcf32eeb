import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Archive } from '../features/contents/get-archive.ts'
import type { RawFile } from '../features/contents/get-raw.ts'
import type { PatchText } from '../features/diffs/open-patch.ts'
import type { Media } from '../features/lfs/open-media.ts'
import type { OpenAsset } from '../features/releases/open-asset.ts'
import type { SbomFile } from '../features/sbom/get-sbom.ts'
import { quietType, safeMediaType } from './safe-media-type.ts'
import type { Bytes } from './send-bytes.ts'

/** A file of a repository, as both the API and the pages send it. */
export function rawBytes(file: RawFile): Bytes {
  const type = safeMediaType(file.name, file.start, file.start.length >= file.size)
  return { type, size: file.size, etag: file.sha, open: () => file.open() }
}

/** Of a file that Git LFS keeps any part, for players and for downloads that go on. */
export function mediaBytes(media: Media): Bytes {
  if (media.kind === 'file') return rawBytes(media.file)
  const { name, object } = media
  const type = safeMediaType(name, Buffer.alloc(1))
  return { type, size: object.size, etag: object.oid, fileName: name, parts: true, open: (part) => object.open(part) }
}

export function archiveBytes(archive: Archive): Bytes {
  return {
    type: archive.format === 'zip' ? 'application/zip' : 'application/gzip',
    fileName: archive.name,
    etag: `${archive.commit}-${archive.format}`,
    open: () => archive.open(),
  }
}

/** A file of a release. */
export function assetBytes({ name, contentType, size, sha256, open }: OpenAsset): Bytes {
  return { type: quietType(contentType), size, etag: sha256, fileName: name, parts: true, open }
}

/** Shown, not kept under a name: people read it, and programs are given its address. */
export function patchBytes({ etag, isPublic, open }: PatchText): Bytes {
  const headers = isPublic ? {} : { headers: { 'cache-control': 'private, no-store' } }
  return { type: 'text/plain; charset=utf-8', etag, ...headers, open }
}

export function sbomBytes({ name, type, etag, bytes }: SbomFile): Bytes {
  const open = (): Readable => Readable.from([Buffer.from(bytes)], { objectMode: false })
  return { type, size: bytes.length, etag, fileName: name, open }
}

/** A picture that we drew. What everybody may see is shown on pages of others as well: a README has copies elsewhere. */
export function badgeBytes(svg: string, isPublic: boolean): Bytes {
  const data = Buffer.from(svg)
  return {
    type: 'image/svg+xml; charset=utf-8',
    size: data.length,
    etag: createHash('sha256').update(data).digest('hex').slice(0, 32),
    headers: isPublic ? { 'cross-origin-resource-policy': 'cross-origin' } : {},
    open: () => Readable.from([data], { objectMode: false }),
  }
}
