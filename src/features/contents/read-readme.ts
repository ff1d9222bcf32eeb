import type { App } from '../../app.ts'
import { findEntry, listFolder } from './find-entry.ts'
import { type FileContents, readFile } from './get-contents.ts'
import type { OpenPath } from './open-path.ts'
import { requirePath } from './open-revision.ts'
import { pickReadme } from './pick-readme.ts'

const largestReadme = 512 * 1024

/** Only its name where it is too large to show. */
export type FoundReadme = FileContents | { readonly name: string; readonly data: null } | null

/** What a folder says about itself. */
export async function readReadme(
  app: Pick<App, 'git' | 'objects'>,
  { dir, entry, revision, path }: OpenPath,
): Promise<FoundReadme> {
  const picked = pickReadme(await listFolder(app, dir, entry.sha))
  if (picked === null) return null
  const info = await app.objects.info(dir, picked.sha)
  if ((info?.size ?? 0) > largestReadme) return { name: picked.name, data: null }
  const found = await findEntry(app, dir, revision.sha, requirePath(`${path}/${picked.name}`))
  return found === null ? null : readFile(app, dir, found)
}
