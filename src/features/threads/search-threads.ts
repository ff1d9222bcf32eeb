import type { App } from '../../app.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { Repo } from '../../core/repo.ts'
import { haveBeginnings, type Match } from '../../db/full-text.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { countFound, findThreadIds, knownCount, type ThreadSearch } from './find-thread-ids.ts'

type Needs = Pick<App, 'config' | 'db' | 'kept'>

export interface WordSearch extends Omit<ThreadSearch, 'question' | 'repoId'> {
  readonly repo: Repo
  /** None: whatever is said. */
  readonly words: readonly string[]
}

/** By whole words; where nothing has those, by words that begin so. */
export async function searchThreads(app: Needs, search: WordSearch, request: PageRequest): Promise<Page<number>> {
  const { repo, words, ...others } = search
  const by = async (match: Match | null): Promise<Page<number>> => {
    const asked = { ...others, repoId: repo.id, question: match === null ? null : { words, match } }
    const total = (await knownCount(app.db, asked)) ?? (await countOnce(app, repo, asked))
    return findThreadIds(app.db, asked, { request, total })
  }
  if (words.length === 0) return by(null)
  const whole = await by('whole')
  return whole.total > 0 || !haveBeginnings(words) ? whole : by('beginnings')
}

/** Counting goes through all that is found: the number is kept until something changes. */
async function countOnce(app: Needs, repo: Repo, search: ThreadSearch): Promise<number> {
  const { sort: _sort, direction: _direction, ...what } = search
  const question = ['threads found', await versionOf(app, repo), JSON.stringify(what)]
  const { total } = await app.kept.of(
    repoDirectory(app.config, repo),
    question,
    () => 0,
    async () => ({
      total: await countFound(app.db, search),
    }),
  )
  return total
}

async function versionOf(app: Needs, repo: Repo): Promise<number> {
  const row = await app.db.selectFrom('repos').select('threads_version').where('id', '=', repo.id).executeTakeFirst()
  return row?.threads_version ?? 0
}
