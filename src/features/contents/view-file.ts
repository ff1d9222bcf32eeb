import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { decodeText, type Encoding, encodingOf, isText } from '../../core/decode-text.ts'
import { Fault } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { largestRead } from '../../git/object-store.ts'
import { findEntry } from './find-entry.ts'
import { type LfsPointer, parseLfsPointer } from './lfs-pointer.ts'
import { linkTarget, type ShownLink } from './link-target.ts'
import type { OpenPath } from './open-path.ts'
import { requirePath } from './open-revision.ts'
import { type PictureSize, readPictureSize } from './picture-size.ts'
import { type ShownLines, showLines } from './show-lines.ts'
import { submoduleHome } from './submodule-home.ts'
import { submoduleUrl } from './submodule-url.ts'

export type ViewedFile = { readonly size: number } & (
  | (ShownLines & { readonly kind: 'text'; readonly text: string; readonly encoding: Encoding })
  | { readonly kind: 'picture'; readonly dimensions: PictureSize | null }
  | ({ readonly kind: 'link' } & ShownLink)
  | { readonly kind: 'lfs'; readonly pointer: LfsPointer }
  | ({ readonly kind: 'submodule' } & Submodule)
  | { readonly kind: 'binary' }
  /** Without its text where that is too much to be read at all. */
  | { readonly kind: 'too-large'; readonly text: string | null }
)

interface Submodule {
  readonly url: string | null
  /** The commit of the other repository. */
  readonly sha: Sha
  /** Where the other repository is one of this forge, which the reader may not see perhaps. */
  readonly home: RepoRef | null
}

const largestPicture = 16 * 1024 * 1024
const pictures = /\.(avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i

/** Whether a page shows it as a picture, going by its name. */
export function isPictureFile(name: string, size: number): boolean {
  return pictures.test(name) && size <= largestPicture
}

/** Whether its text says what to draw. */
export function isDrawing(name: string): boolean {
  return /\.svg$/i.test(name)
}

type Needs = Pick<App, 'clock' | 'config' | 'git' | 'kept' | 'markup' | 'objects'>

/** A file as a page shows it, a long one page by page; what is no text, or too much of it, says so. */
export async function viewFile(app: Needs, actor: Actor, at: OpenPath, page = 1): Promise<ViewedFile> {
  const { dir, entry } = at
  if (entry.kind === 'submodule') return { kind: 'submodule', size: 0, ...(await findSubmodule(app, at)) }
  const info = entry.kind === 'folder' ? null : await app.objects.info(dir, entry.sha)
  if (info === null) throw new Fault('not-found', 'There is no file at this path', { code: 'FILE_NOT_FOUND' })
  const { size } = info
  const isPicture = entry.kind !== 'symlink' && isPictureFile(entry.name, size)
  if (size > largestRead) {
    return isPicture ? { kind: 'picture', size, dimensions: null } : { kind: 'too-large', size, text: null }
  }
  const data = (await app.objects.read(dir, entry.sha))?.data ?? Buffer.alloc(0)
  if (entry.kind === 'symlink') return { kind: 'link', size, ...linkTarget(at.path, data.toString('utf8')) }
  const pointer = parseLfsPointer(data)
  if (pointer !== null) return { kind: 'lfs', size, pointer }
  const hasLetters = isText(data)
  // A drawing that is text has lines, which somebody wrote: the page shows it drawn.
  if (isPicture && !(hasLetters && isDrawing(entry.name))) {
    return { kind: 'picture', size, dimensions: readPictureSize(data) }
  }
  if (!hasLetters) return { kind: 'binary', size }
  const text = decodeText(data)
  const shown = await showLines(app, actor, dir, { sha: entry.sha, name: entry.name, text, page })
  return shown === null
    ? { kind: 'too-large', size, text }
    : { kind: 'text', size, text, encoding: encodingOf(data), ...shown }
}

/** Where a submodule comes from, as the commit itself says. */
async function findSubmodule(app: Needs, { repo, dir, revision, path, entry }: OpenPath): Promise<Submodule> {
  const said = await findEntry(app, dir, revision.sha, requirePath('.gitmodules'))
  const object = said?.kind === 'file' ? await app.objects.read(dir, said.sha) : null
  const url = object === null || object === undefined ? null : submoduleUrl(object.data.toString('utf8'), path)
  const at = { owner: repo.owner, repo: repo.slug }
  return { url, sha: entry.sha, home: url === null ? null : submoduleHome(url, at, app.config.BASE_URL) }
}
