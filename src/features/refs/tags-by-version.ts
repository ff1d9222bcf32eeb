import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { byVersion } from '../../core/version-order.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { refsUnder } from './refs-under.ts'

const prefix = 'refs/tags/'
/** What a name takes in memory, about. */
const nameBytes = 80

interface Tags {
  readonly names: readonly string[]
}

/** The names of all tags, the highest version first: no database can sort so, and all of them are but a list of words. */
export async function tagsByVersion(app: Pick<App, 'config' | 'db' | 'kept'>, repo: Repo): Promise<readonly string[]> {
  // As true as the refs are: with the next push it is another question.
  const question = ['tags', repo.refsVersion]
  const { names } = await app.kept.of(repoDirectory(app.config, repo), question, sizeOf, async () => {
    const rows = await refsUnder(app.db, repo.id, prefix).select('name').execute()
    return { names: byVersion(rows.map(({ name }) => name.slice(prefix.length))) }
  })
  return names
}

function sizeOf({ names }: Tags): number {
  return names.length * nameBytes
}
