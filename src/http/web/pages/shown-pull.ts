import { iso } from '../../../core/iso-time.ts'
import type { User } from '../../../core/user.ts'
import type { Pull } from '../../../features/pulls/pull.ts'
import type { PullView } from '../../../features/pulls/view-pull.ts'
import type { Position } from '../../../features/reviews/pull-comment.ts'
import type { SuggestedReviewer } from '../../../features/reviews/suggest-reviewers.ts'
import type { SaidPart, Talk } from '../../../features/reviews/view-talks.ts'
import type { RepoName } from '../code-urls.ts'
import type { OfferedPerson } from '../components/people-picker.tsx'
import { shownText } from '../components/shown-text.tsx'
import type { ShownTalk, TalkPart } from '../components/talk.tsx'
import type { PullStatus } from '../components/thread-row.tsx'
import { branchUrl } from '../pull-urls.ts'
import type { PullHead } from '../views/pull-frame.tsx'
import type { Reviewer } from '../views/pull-side.tsx'
import { authorElsewhere } from './author-elsewhere.ts'

export function statusOfPull({ state, isDraft }: Pull): PullStatus {
  return state === 'open' && isDraft ? 'draft' : state
}

/** `branch`, or `owner:branch` where it comes from a fork. */
export function sourceName(pull: Pull): string {
  const { sourceRepo } = pull
  if (sourceRepo === null) return `${pull.elsewhere === null ? 'unknown' : 'elsewhere'}:${pull.sourceBranch}`
  return sourceRepo.id === pull.repoId ? pull.sourceBranch : `${sourceRepo.owner}:${pull.sourceBranch}`
}

export function pullHead(repo: RepoName, { pull, can, checks, silent }: PullView): PullHead {
  const { sourceRepo } = pull
  return {
    number: pull.number,
    title: pull.title,
    status: statusOfPull(pull),
    author: pull.author?.username ?? null,
    elsewhere: authorElsewhere(pull),
    importedFrom: pull.elsewhere?.url ?? null,
    at: iso(pull.createdAt),
    commits: pull.commitCount,
    files: pull.changedFiles,
    comments: pull.commentCount,
    versions: pull.version,
    checks: checks.length + silent.length,
    source: {
      name: sourceName(pull),
      href: sourceRepo !== null && can.reopen ? branchUrl(sourceRepo, pull.sourceBranch) : null,
    },
    target: { name: pull.targetBranch, href: branchUrl(repo, pull.targetBranch) },
    merged: pull.mergedAt === null ? null : { by: pull.mergedBy?.username ?? null, at: iso(pull.mergedAt) },
    canEdit: can.edit,
  }
}

/** Whose word is known, then whose is awaited. `asker` may ask others for another look; null where nobody may. */
export function shownReviewers({ pull, verdicts }: PullView, asker: User | null): readonly Reviewer[] {
  const awaited = new Set(pull.requestedReviewers.map(({ id }) => id))
  const known = new Set(verdicts.map(({ user }) => user.id))
  return [
    ...verdicts
      .filter(({ user }) => !awaited.has(user.id))
      .map(
        ({ user, state, stale, counts }): Reviewer => ({
          username: user.username,
          verdict: state,
          isStale: stale,
          canAskAgain: counts && asker !== null && asker.id !== user.id,
        }),
      ),
    ...pull.requestedReviewers.map(
      ({ id, username }): Reviewer => ({
        username,
        verdict: known.has(id) ? 'awaited-again' : 'awaited',
        isStale: false,
        canAskAgain: false,
      }),
    ),
  ]
}

export function shownSuggestion({ username, why }: SuggestedReviewer): OfferedPerson {
  return { username, note: why === 'owner' ? 'owns these files' : 'has worked on these files' }
}

export interface TalkPlace {
  /** Where the files of the pull request are shown. */
  readonly filesAt: string
  /** The number that a file has there. */
  readonly fileNumber: (path: string) => number | undefined
  readonly excerpt: (position: Position) => ShownTalk['excerpt']
}

export function shownTalk({ place, comments, can }: Talk, { filesAt, fileNumber, excerpt }: TalkPlace): ShownTalk {
  const at = place.now ?? place.original
  const [first] = comments
  const number = fileNumber(at.path)
  const anchor = number === undefined ? '' : `#f${number}-${at.side === 'old' ? 'o' : 'n'}${at.line}`
  return {
    rootId: first.comment.uuid,
    path: at.path,
    where: whereOf(at),
    isStretch: at.startLine !== null,
    href: `${filesAt}${anchor}`,
    isOutdated: place.isOutdated,
    isResolved: place.isResolved,
    resolvedBy: place.resolvedBy?.username ?? null,
    excerpt: place.isOutdated ? [] : excerpt(at),
    comments: comments.map(({ comment, editedBy, parts, can: may }) => ({
      id: comment.uuid,
      author: comment.author?.username ?? null,
      at: iso(comment.createdAt),
      isEdited: comment.updatedAt !== comment.createdAt,
      editedBy,
      parts: parts.map(shownPart),
      can: may,
    })),
    can,
  }
}

export function shownPart(part: SaidPart): TalkPart {
  if (part.kind === 'suggestion') return part
  return { kind: 'text', text: shownText(part.text, part.html) }
}

export function whereOf({ side, line, startLine }: Pick<Position, 'side' | 'line' | 'startLine'>): string {
  const lines = startLine === null ? `line ${line}` : `lines ${startLine}–${line}`
  return side === 'old' ? `old ${lines}` : lines
}
