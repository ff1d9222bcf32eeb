import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { type Page, type PageRequest, pageOf } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { type ListedFile, listFiles } from '../../git/list-files.ts'
import { treeOf } from './find-entry.ts'
import { openRevision } from './open-revision.ts'

export type { ListedFile }

/** Every file of a revision whose path holds the text, in any case: what a file finder looks through. */
export async function findFiles(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  input: { readonly revision: string | undefined; readonly text: string; readonly page: PageRequest },
): Promise<Page<ListedFile>> {
  const { dir, revision } = await openRevision(app, actor, ref, input.revision)
  const all = await listFiles(app, dir, await treeOf(app, dir, revision.sha))
  const wanted = input.text.toLowerCase()
  const found = wanted === '' ? all : all.filter((file) => file.path.toLowerCase().includes(wanted))
  return pageOf(found, input.page)
}
