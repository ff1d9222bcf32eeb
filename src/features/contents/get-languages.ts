import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { eachFile, type ListedFile } from '../../git/list-files.ts'
import { treeOf } from './find-entry.ts'
import { languageOf } from './languages.ts'
import { openRevision } from './open-revision.ts'

export interface LanguageShare {
  readonly name: string
  readonly bytes: number
}

/** Made by tools or taken from elsewhere: it says nothing about what people here write. */
const notOurs = /(^|\/)(node_modules|vendor|third_party|dist|build|\.yarn)\/|\.min\.(js|css)$|(^|\/)[^/]*\.lock$/

/** How much of a revision is written in which language, the largest share first. */
export async function getLanguages(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  text: string | undefined,
): Promise<readonly LanguageShare[]> {
  const { dir, revision } = await openRevision(app, actor, ref, text)
  const tree = await treeOf(app, dir, revision.sha)
  const sizeOf = (shares: readonly LanguageShare[]): number => shares.length * 60
  return app.kept.of(dir, ['languages', tree], sizeOf, () => sharesOf(eachFile(app.git, dir, tree)))
}

async function sharesOf(files: AsyncIterable<ListedFile>): Promise<readonly LanguageShare[]> {
  const bytes = new Map<string, number>()
  for await (const file of files) {
    const name = file.isLink || file.size === null || notOurs.test(file.path) ? null : languageOf(file.path)
    if (name !== null) bytes.set(name, (bytes.get(name) ?? 0) + (file.size ?? 0))
  }
  return [...bytes].map(([name, count]) => ({ name, bytes: count })).toSorted((a, b) => b.bytes - a.bytes)
}
