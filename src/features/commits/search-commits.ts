import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import { queueOf } from '../../core/queue-of.ts'
import { type CommitQuestion, findCommits } from '../../git/find-commits.ts'
import type { OpenRevision } from '../contents/open-revision.ts'
import { type Commit, readCommits } from './list-commits.ts'

const patienceMs = 5000
const longest = 200
/** Git counts with 32 bits. */
const furthest = 2 ** 31 - 1

export interface CommitsFound extends Page<Commit> {
  /** The time was over before all of the history was looked through. */
  readonly isPartial: boolean
}

/** Commits by what they say and by who wrote them. How many there are in all, nobody waits for. */
export async function searchCommits(
  app: Pick<App, 'git' | 'objects' | 'turns'>,
  actor: Actor,
  { dir, revision }: OpenRevision,
  { question, page }: { readonly question: CommitQuestion; readonly page: PageRequest },
): Promise<CommitsFound> {
  const skip = Math.min(offsetOf(page), furthest)
  const window = { skip, count: page.perPage + 1, timeoutMs: patienceMs }
  const { shas, isPartial } = await app.turns.search.run(queueOf(actor), () =>
    findCommits(app.git, dir, revision.sha, { ...question, ...window }),
  )
  const items = await readCommits(app, dir, shas.slice(0, page.perPage))
  const isAtLeast = shas.length > page.perPage || isPartial
  return { ...page, total: skip + shas.length, isAtLeast, items, isPartial }
}

/** What somebody typed, as git can be asked for it: one line, and not a long one. */
export function searchedFor(typed: string | undefined): string {
  return (typed ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
}
