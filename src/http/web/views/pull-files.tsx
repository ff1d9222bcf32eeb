import { Button, LinkButton } from '../components/button.tsx'
import { counted } from '../components/counted.ts'
import { DiffCounts } from '../components/diff-file.tsx'
import { DiffFiles } from '../components/diff-files.tsx'
import type { DiffListProps } from '../components/diff-list.tsx'
import { FileTree, type FileTreeProps } from '../components/file-tree.tsx'
import { type EditorPlace, MarkdownEditor } from '../components/markdown-editor.tsx'
import { Pagination } from '../components/pagination.tsx'
import { type SpaceChoice, SpaceLink } from '../components/space-link.tsx'
import type { TalkDraft } from '../components/talk-edit.tsx'
import { WrapLines } from '../components/wrap-lines.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { pullUrl } from '../pull-urls.ts'
import { PullFrame, type PullHead } from './pull-frame.tsx'

export type PullFilesProps = {
  chrome: Chrome
  repo: RepoHead
  pull: PullHead
  head: string
  diff: Omit<DiffListProps, 'repo' | 'sha'>
  /** What changed, on whichever page. */
  tree: Pick<FileTreeProps, 'files' | 'find'>
  /** How lines that differ in white space alone are shown, and the address of the other way. */
  space: SpaceChoice
  /** Null for strangers. */
  viewed: number | null
  /** Comments that were written for a review and wait for it. */
  pending: number
  place: EditorPlace
  /** What is being written on the page: the review, where it came back. */
  draft: TalkDraft
  can: { review: boolean; approve: boolean }
}

export function PullFilesView(props: PullFilesProps) {
  const { chrome, repo, pull, diff, head } = props
  const at = pullUrl({ ...repo, number: pull.number })
  return (
    <PullFrame chrome={chrome} repo={repo} pull={pull} page="files" width="full">
      <div class="files-columns">
        <FileTree {...props.tree} total={diff.stats.files} viewed={props.viewed} />
        <section class="diff" aria-label="Changes">
          <div class={props.can.review ? 'diff-bar files-bar' : 'diff-bar'}>
            <h2>
              {counted(diff.stats.files, 'file')} changed{' '}
              <DiffCounts additions={diff.stats.additions} deletions={diff.stats.deletions} />
            </h2>
            <p class="diff-keys keys-hint muted">
              <span>
                <kbd>n</kbd> <kbd>p</kbd> from change to change
              </span>
            </p>
            <SpaceLink choice={props.space} />
            {diff.style === 'unified' && <WrapLines />}
            <nav class="segments" aria-label="How changes are shown">
              <a href={diff.styleHrefs.unified} aria-current={diff.style === 'unified' ? 'page' : undefined}>
                Unified
              </a>
              <a href={diff.styleHrefs.split} aria-current={diff.style === 'split' ? 'page' : undefined}>
                Split
              </a>
            </nav>
            {props.can.review && <ToReview pending={props.pending} />}
          </div>
          <DiffFiles repo={repo} sha={head} files={diff.files} waiting={diff.waiting} style={diff.style} />
          <div class="diff-next" data-diff-next>
            <Pagination info={diff.pagination} noun="files" />
          </div>
          {props.can.review && <ReviewForm {...props} at={at} />}
        </section>
      </div>
    </PullFrame>
  )
}

/** The form comes after all the files, which may be far down. */
function ToReview({ pending }: { pending: number }) {
  return pending === 0 ? (
    <LinkButton size="small" href="#review">
      Review
    </LinkButton>
  ) : (
    <LinkButton size="small" tone="primary" href="#review">
      {`Finish review (${pending})`}
    </LinkButton>
  )
}

function ReviewForm({ at, pending, place, draft, can, head }: PullFilesProps & { at: string }) {
  const begun = draft.anchor === 'review' ? draft : undefined
  return (
    <section class="panel" id="review" aria-label="Review">
      <header class="panel-head">
        <div class="panel-title">
          <h2>Your review</h2>
          <p>
            {pending === 0
              ? 'Your comment on the changes as a whole.'
              : `${counted(pending, 'pending comment')}: not visible to others yet.`}
          </p>
        </div>
        {pending > 0 && (
          <form method="post" action={`${at}/review/discard`}>
            <Button size="small">Discard</Button>
          </form>
        )}
      </header>
      <form method="post" action={`${at}/review`} class="form comment-body" data-sums-up>
        <input type="hidden" name="head_sha" value={head} />
        <MarkdownEditor
          label="Review"
          id="review-body"
          value={begun?.body ?? ''}
          error={begun?.error}
          preview={begun?.preview}
          rows={4}
          place={place}
        />
        <div class="form-actions">
          {can.approve && (
            <Button name="event" value="approve" icon="check-circle">
              Approve
            </Button>
          )}
          {can.approve && (
            <Button name="event" value="request_changes" icon="x-circle">
              Request changes
            </Button>
          )}
          <Button name="event" value="comment" icon="comment">
            Comment only
          </Button>
        </div>
      </form>
    </section>
  )
}
