import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { largestRead } from '../../git/object-store.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { type FoundEntry, listFolder, pageOfFolder, requireEntry } from './find-entry.ts'
import { openRevision, requirePath } from './open-revision.ts'

export interface ContentEntry extends Omit<FoundEntry, 'path'> {
  readonly path: string
  /** Null for folders and submodules. */
  readonly size: number | null
}

export interface FileContents extends ContentEntry {
  readonly data: Buffer
}

export type Contents =
  | { readonly kind: 'folder'; readonly entries: Page<ContentEntry> }
  | { readonly kind: 'file'; readonly file: FileContents }

/** A file with its bytes, or a page of what a folder holds. A link is itself: nobody follows it. */
export async function getContents(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  where: { readonly path: string; readonly revision: string | undefined; readonly page: PageRequest },
): Promise<Contents> {
  const path = requirePath(where.path)
  const { dir, revision } = await openRevision(app, actor, ref, where.revision)
  const found = await requireEntry(app, dir, revision.sha, path)
  if (found.kind === 'folder') return { kind: 'folder', entries: await pageOfContents(app, dir, found, where.page) }
  return { kind: 'file', file: await readFile(app, dir, found) }
}

export async function readFile(app: Pick<App, 'objects'>, dir: RepoDir, found: FoundEntry): Promise<FileContents> {
  if (found.kind === 'submodule') return { ...found, size: null, data: Buffer.alloc(0) }
  const info = await app.objects.info(dir, found.sha)
  const size = info?.size ?? 0
  if (size > largestRead) {
    throw new Fault('too-large', `The file has ${size} bytes: get it raw`, { code: 'PAYLOAD_TOO_LARGE' })
  }
  const object = await app.objects.read(dir, found.sha)
  return { ...found, size, data: object?.data ?? Buffer.alloc(0) }
}

/** How large something is, is asked for what is shown alone: there may be any number. */
async function pageOfContents(
  app: Pick<App, 'objects'>,
  dir: RepoDir,
  folder: FoundEntry,
  request: PageRequest,
): Promise<Page<ContentEntry>> {
  const page = pageOfFolder(await listFolder(app, dir, folder.sha), request)
  const items = await Promise.all(
    page.items.map(async (entry): Promise<ContentEntry> => {
      const isBlob = entry.kind !== 'folder' && entry.kind !== 'submodule'
      const info = isBlob ? await app.objects.info(dir, entry.sha) : null
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`
      return { ...entry, path, size: info?.size ?? null }
    }),
  )
  return { ...page, items }
}
