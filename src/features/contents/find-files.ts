import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Pace } from '../../core/pace.ts'
import { type Page, type PageRequest, pageOf } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { type ListedFile, listFiles } from '../../git/list-files.ts'
import { treeOf } from './find-entry.ts'
import { openRevision } from './open-revision.ts'

export type { ListedFile }

/** Every file of a revision whose path holds each of the words, in any case: what a file finder looks through. */
export async function findFiles(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  input: { readonly revision: string | undefined; readonly text: string; readonly page: PageRequest },
): Promise<Page<ListedFile>> {
  const { dir, revision } = await openRevision(app, actor, ref, input.revision)
  const all = await listFiles(app, dir, await treeOf(app, dir, revision.sha))
  const words = wordsOf(input.text)
  if (words.length === 0) return pageOf(all, input.page)
  const isFound = await new Pace().map(all, ({ path }) => {
    const lower = path.toLowerCase()
    return words.every((word) => lower.includes(word))
  })
  return pageOf(
    all.filter((_, at) => isFound[at]),
    input.page,
  )
}

/** A name that holds what was asked for says more than a folder that does; short ones first. */
export function likeliestFirst(paths: readonly string[], text: string): readonly string[] {
  const words = wordsOf(text)
  const ranked = paths.map((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
    return { path, inFolder: words.filter((word) => !name.includes(word)).length }
  })
  return ranked.toSorted((a, b) => a.inFolder - b.inFolder || a.path.length - b.path.length).map(({ path }) => path)
}

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().split(/\s+/)
  return [...new Set(words.filter((word) => word !== ''))]
}
