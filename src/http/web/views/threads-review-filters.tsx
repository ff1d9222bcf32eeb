import { Chip, Choice } from '../components/filter-chip.tsx'
import type { ThreadQuery } from '../thread-query.ts'

export type Chooser = { to: (change: Partial<ThreadQuery>) => string; query: ThreadQuery; isSignedIn: boolean }

const reviewChoices = [
  { review: 'required', word: 'Not reviewed' },
  { review: 'approved', word: 'Approved' },
  { review: 'changes_requested', word: 'Changes requested' },
] as const
const statusChoices = [
  { status: 'success', word: 'Checks passed' },
  { status: 'failure', word: 'Checks failed' },
  { status: 'pending', word: 'Checks running' },
] as const

/** What only pull requests are looked for by. */
export function ReviewChips({ to, query, isSignedIn }: Chooser) {
  return (
    <>
      <Chip word="Review" active={query.review !== null || query.reviewer !== null || query.isDraft !== null}>
        {reviewChoices.map(({ review, word }) => (
          <Choice
            key={review}
            href={to({ review: query.review === review ? null : review })}
            chosen={query.review === review}
          >
            <span>{word}</span>
          </Choice>
        ))}
        {isSignedIn && (
          <Choice href={to({ reviewer: query.reviewer === 'me' ? null : 'me' })} chosen={query.reviewer === 'me'}>
            <span>Waiting for my review</span>
          </Choice>
        )}
        <Choice href={to({ isDraft: query.isDraft === true ? null : true })} chosen={query.isDraft === true}>
          <span>Drafts</span>
        </Choice>
      </Chip>
      <Chip word="Checks" active={query.status !== null}>
        {statusChoices.map(({ status, word }) => (
          <Choice
            key={status}
            href={to({ status: query.status === status ? null : status })}
            chosen={query.status === status}
          >
            <span>{word}</span>
          </Choice>
        ))}
      </Chip>
    </>
  )
}
