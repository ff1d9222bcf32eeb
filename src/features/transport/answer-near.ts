import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { gatherNews } from '../../git/gather-news.ts'
import { parseFetch } from '../../git/parse-fetch.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { writeFetched } from '../../git/write-fetched.ts'
import { writePack } from '../../git/write-pack.ts'
import { isShownToAll } from './tell-refs.ts'

type Needs = Pick<App, 'db' | 'history' | 'objects'>

/** Whoever names more than these does not ask for what came last. */
export const longestRead = 64 * 1024
export const mostWanted = 16
/** Of thousands at one commit: what is not among these is as if it were not there, and then git answers. */
const mostRefs = 500

/**
 * The answer to whoever lacks a few commits of what refs lead to, as nearly everybody who fetches: put together here, in less
 * time than a git takes to start. Null where git is to answer.
 */
export async function answerNear(app: Needs, repo: Repo, dir: RepoDir, question: Buffer): Promise<Buffer | null> {
  const asked = question.length > longestRead ? null : parseFetch(question)
  if (asked === null || asked.had.length === 0 || asked.wanted.length > mostWanted) return null
  const lacking = await app.history.lacking(dir, asked.wanted, asked.had)
  // Whoever has named a part of what they have may still name something nearer.
  if (lacking === null || !(asked.isLast || lacking.isOnTheirs)) return null
  const refs = await refsAmong(app, repo, [...asked.wanted, ...lacking.commits.map(({ sha }) => sha)])
  const isTip = (wanted: Sha): boolean => refs.some(({ sha }) => sha === wanted)
  const hasTag = asked.withTags && refs.some(({ sha, peeled }) => sha !== peeled)
  if (hasTag || !asked.wanted.every(isTip)) return null
  const news = await gatherNews(app.objects, dir, lacking.commits)
  if (news === null) return null
  const pack = await writePack(asked.isThin ? news : news.map(({ object }) => ({ object, base: null })))
  return writeFetched(pack, asked.isLast ? null : lacking.met)
}

async function refsAmong({ db }: Needs, { id }: Repo, shas: readonly Sha[]) {
  const refs = db.selectFrom('refs').select(['name', 'sha', 'peeled']).where('repo_id', '=', id)
  const found = await refs
    .where('peeled', 'in', [...new Set(shas)])
    .limit(mostRefs)
    .execute()
  return found.filter(isShownToAll)
}
