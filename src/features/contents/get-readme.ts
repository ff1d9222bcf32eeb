import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { listFolder, requireEntry } from './find-entry.ts'
import { type FileContents, readFile } from './get-contents.ts'
import { openRevision, requirePath } from './open-revision.ts'
import { pickReadme } from './pick-readme.ts'

/** The file that introduces a folder. */
export async function getReadme(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  where: { readonly path: string; readonly revision: string | undefined },
): Promise<FileContents> {
  const path = requirePath(where.path)
  const { dir, revision } = await openRevision(app, actor, ref, where.revision)
  const folder = await requireEntry(app, dir, revision.sha, path)
  const readme = folder.kind === 'folder' ? pickReadme(await listFolder(app, dir, folder.sha)) : null
  if (readme === null) throw new Fault('not-found', 'There is no README here', { code: 'FILE_NOT_FOUND' })
  const found = await requireEntry(app, dir, revision.sha, requirePath(`${path}/${readme.name}`))
  return readFile(app, dir, found)
}
