import { shortSha } from '../../../core/sha.ts'
import { repoUrl } from '../code-urls.ts'
import { Button } from '../components/button.tsx'
import { ClearBranch, type ClearBranchProps } from '../components/clear-branch.tsx'
import type { ShownComment } from '../components/comment-card.tsx'
import { type FormErrors, saidTogether } from '../components/form-errors.tsx'
import { LiveNote, ToNewest, threadNewsAt } from '../components/live-note.tsx'
import { MergeBox, type MergeBoxProps } from '../components/merge-box.tsx'
import { Notice } from '../components/notice.tsx'
import { type PageInfo, Pagination, pageSearch } from '../components/pagination.tsx'
import { PendingReview } from '../components/pending-review.tsx'
import { type ReviewVerdict, VerdictLine } from '../components/review-line.tsx'
import { type ShownTalk, SuggestionBatch, Talk } from '../components/talk.tsx'
import { foldMentions, Mentions, type ShownEvent, TimelineLine } from '../components/timeline-event.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { pullUrl } from '../pull-urls.ts'
import { type Draft, Reply, Silence, Turn } from './conversation.tsx'
import { PullFrame, type PullHead } from './pull-frame.tsx'
import { PullSide, type PullSideProps } from './pull-side.tsx'

export type ConversationItem =
  | { kind: 'comment'; comment: ShownComment }
  | { kind: 'event'; event: ShownEvent }
  | { kind: 'talk'; talk: ShownTalk }
  | { kind: 'review'; review: ReviewVerdict }

export type PullProps = {
  chrome: Chrome
  repo: RepoHead
  pull: PullHead
  opening: ShownComment
  items: readonly ConversationItem[]
  pagination: PageInfo
  /** Null when it is not open. */
  merge: Omit<MergeBoxProps, 'at'> | null
  /** Null while it was not merged; the commit otherwise. */
  mergedAs: { sha: string; branch: string } | null
  /** What the reader can do about the branch of one that is over; null for nothing. */
  branch: ClearBranchProps['branch'] | null
  /** What the reader has written for a review and not submitted; null for nothing. */
  pending: { count: number; finishHref: string | null } | null
  side: Omit<PullSideProps, 'at' | 'base'>
  draft: Draft
  errors: FormErrors
  can: { speak: boolean; edit: boolean; reopen: boolean; revert: boolean }
}

export function PullView(props: PullProps) {
  const { chrome, repo, pull, items, can, draft, errors } = props
  const base = repoUrl(repo)
  const at = pullUrl({ ...repo, number: pull.number })
  const suggestions = items
    .flatMap((item) => (item.kind === 'talk' ? item.talk.comments : []))
    .filter(({ can: may }) => may.apply).length
  const search = pageSearch(props.pagination.page)
  const talk = { at, search, place: { base, owner: repo.owner, slug: repo.slug }, draft, errors }
  const onLines = {
    at,
    page: { from: 'conversation', search },
    place: talk.place,
    draft: { ...draft, error: saidTogether(errors) },
  } as const
  return (
    <PullFrame chrome={chrome} repo={repo} pull={pull} page="">
      <div class="repo-columns">
        <div class="conversation" data-live-at={threadNewsAt(repo, 'pull', pull.number)}>
          <ToNewest info={props.pagination} />
          <div class="conversation-turns">
            <Turn {...talk} comment={props.opening} />
            <div id="comments" class="conversation-rest">
              {foldMentions(items).map((item) => {
                switch (item.kind) {
                  case 'comment':
                    return <Turn key={item.comment.anchor} {...talk} comment={item.comment} />
                  case 'event':
                    return <TimelineLine key={item.event.id} shown={item.event} base={base} />
                  case 'mentions':
                    return <Mentions key={item.events[0]?.id} events={item.events} base={base} />
                  case 'talk':
                    return <Talk key={item.talk.rootId} talk={item.talk} {...onLines} isBatch={suggestions > 1} />
                  case 'review':
                    return <VerdictLine key={item.review.id} review={item.review} {...onLines} />
                }
              })}
            </div>
            <LiveNote total={props.pagination.total} perPage={props.pagination.perPage} />
          </div>
          <Pagination info={props.pagination} noun="entries" />
          <SuggestionBatch at={at} count={suggestions} />
          <div id="merge" class="merge-area" data-live>
            {props.pending !== null && <PendingReview at={at} {...props.pending} />}
            {props.merge !== null && <MergeBox {...props.merge} at={at} />}
            {props.mergedAs !== null && (
              <div class="merged">
                <Notice tone="success" word="Merged">
                  into {props.mergedAs.branch} as{' '}
                  <a href={`${base}/commit/${props.mergedAs.sha}`}>
                    <code>{shortSha(props.mergedAs.sha)}</code>
                  </a>
                  .
                </Notice>
                {can.revert && (
                  <form method="post" action={`${at}/revert`}>
                    <Button size="small">Revert in a new pull request</Button>
                  </form>
                )}
              </div>
            )}
            {props.branch !== null && <ClearBranch at={at} branch={props.branch} />}
          </div>
          {can.speak ? (
            <Reply {...talk} turn={turnOf(props)} isNext={false} />
          ) : (
            <Silence
              at={at}
              isStranger={chrome.viewer === null}
              isLocked={props.side.facts.isLocked}
              isArchived={repo.isArchived}
            />
          )}
        </div>
        <PullSide {...props.side} base={base} at={at} />
      </div>
    </PullFrame>
  )
}

function turnOf({ pull: { status }, can }: PullProps) {
  if (can.edit && (status === 'open' || status === 'draft')) {
    return { state: 'closed', icon: 'git-pull-request-closed', word: 'Close' } as const
  }
  if (!can.edit || status !== 'closed' || !can.reopen) return null
  return { state: 'open', icon: 'git-pull-request', word: 'Reopen' } as const
}
