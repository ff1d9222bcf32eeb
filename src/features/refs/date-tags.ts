import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { parseCommit } from '../../git/parse-commit.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { Tag } from './list-refs.ts'

export interface DatedTag extends Tag {
  /** When it was made; of one that does not say so, when its commit was. Null where it names no commit either. */
  readonly at: number | null
}

export function dateTags(
  app: Pick<App, 'config' | 'objects'>,
  repo: Repo,
  tags: readonly Tag[],
): Promise<readonly DatedTag[]> {
  const dir = repoDirectory(app.config, repo)
  return Promise.all(
    tags.map(async (tag) => {
      const tagger = tag.annotation?.tagger
      if (tagger !== null && tagger !== undefined) return { ...tag, at: tagger.at }
      const object = await app.objects.read(dir, tag.sha)
      return { ...tag, at: object?.type === 'commit' ? parseCommit(object.data).committer.at : null }
    }),
  )
}
