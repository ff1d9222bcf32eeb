import type { FileDiff } from '../../../features/diffs/get-diff.ts'
import type { PullView } from '../../../features/pulls/view-pull.ts'
import { suggestReviewers } from '../../../features/reviews/suggest-reviewers.ts'
import type { RepoCall } from '../repo-page.ts'
import type { PullSideProps } from '../views/pull-side.tsx'
import { shownSuggestion } from './shown-pull.ts'
import { offeredPeople, suggestAt } from './thread-choices.ts'

/** Who can be asked for a review: those who know these files first, and everybody who may be chosen. */
export async function askableReviewers(
  call: RepoCall<'anyone'> | RepoCall<'session'>,
  { repo, pull, verdicts }: PullView,
  files: readonly FileDiff[],
): Promise<PullSideProps['asking']> {
  const known = [pull.author, ...pull.requestedReviewers, ...verdicts.map(({ user }) => user)]
  const without = known.flatMap((one) => one?.id ?? [])
  const [suggested, people] = await Promise.all([
    suggestReviewers(call.app, repo, { target: pull.targetSha, head: pull.seenHead, files, without }),
    offeredPeople(call, 'pull'),
  ])
  return {
    suggested: suggested.map(shownSuggestion),
    people: people.filter(({ username }) => username !== pull.author?.username),
    peopleAt: suggestAt(call.ref, 'pull', 'person'),
  }
}
