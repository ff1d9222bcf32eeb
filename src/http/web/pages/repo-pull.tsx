import { userOf } from '../../../core/actor.ts'
import type { FileDiff } from '../../../features/diffs/get-diff.ts'
import { type ClosingIssue, listClosing } from '../../../features/pulls/list-closing.ts'
import { offerMessages } from '../../../features/pulls/offer-messages.ts'
import { openPullPatch } from '../../../features/pulls/open-pull-patch.ts'
import { commitsOfPull, diffOfPull } from '../../../features/pulls/read-changes.ts'
import { type PullView, viewPull } from '../../../features/pulls/view-pull.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { type ReviewView, viewReviews } from '../../../features/reviews/read-reviews.ts'
import { findOwnPending, type Talk, viewTalks } from '../../../features/reviews/view-talks.ts'
import { nameText } from '../../../features/threads/name-text.ts'
import { itemsAPage, pageOfTime } from '../../../features/threads/read-timeline.ts'
import { type ThreadView, viewThread } from '../../../features/threads/view-thread.ts'
import { patchBytes } from '../../raw-bytes.ts'
import { cloneUrls } from '../clone-urls.ts'
import { repoUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import type { MergeBoxProps } from '../components/merge-box.tsx'
import type { CommitMessages } from '../components/merge-form.tsx'
import { go, type PageAnswer, show } from '../page-route.ts'
import { pullUrl } from '../pull-urls.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import type { Draft } from '../views/conversation.tsx'
import { PullView as PullPageView } from '../views/pull.tsx'
import { PullChecksView } from '../views/pull-checks.tsx'
import { PullCommitsView } from '../views/pull-commits.tsx'
import type { PullSideProps } from '../views/pull-side.tsx'
import { askableReviewers } from './askable-reviewers.ts'
import { chromeOfReader } from './chrome-of-reader.ts'
import { linkedSummaries } from './commit-summary.ts'
import { conversationOf } from './conversation-of.ts'
import { excerptsOf } from './excerpt-of.ts'
import { checkOutCommands, mergeCommands } from './merge-commands.ts'
import { orOtherKind } from './or-other-kind.ts'
import { backFromPastEnd, pageInfo } from './page-info.ts'
import { pipelinesOf, shownChecks, waitingOf } from './shown-checks.ts'
import { shownPipeline } from './shown-pipeline.ts'
import { pullHead, shownReviewers, shownTalk, sourceName } from './shown-pull.ts'
import { shownOpening } from './shown-thread.tsx'
import type { ThreadShown } from './thread-actions.tsx'
import { draftOf, emptyDraft, factsOf } from './thread-page.ts'

export type PullCall = RepoCall<'anyone'> | RepoCall<'session'>

/** `…/pulls/12.patch` is what it changes as text. */
const asText = /^(\d+)\.(patch|diff)$/

export const repoPullPages = [
  repoPage({
    method: 'GET',
    path: '/pulls/:number',
    right: 'anyone',
    handle: async (call) => {
      const [, number, format] = asText.exec(numberOf(call)) ?? []
      if (number === undefined) return orOtherKind(call, 'pull', () => showPull(call, {}))
      const ref = { ...call.ref, number }
      const text = await openPullPatch(call.app, call.actor, ref, format === 'patch' ? 'patch' : 'diff')
      return { kind: 'bytes', bytes: patchBytes(text) }
    },
  }),
  repoPage({
    method: 'GET',
    path: '/pulls/:number/commits',
    right: 'anyone',
    handle: async (call) => {
      const { app, actor, chrome, head, page: request } = call
      const view = await viewPull(app, actor, pullRef(call))
      const commits = await commitsOfPull(app, view.repo, view.pull, request)
      const summaryOf = await linkedSummaries(call, view.repo, commits.items)
      const path = `${atOf(call)}/commits`
      const back = backFromPastEnd(commits, path)
      if (back !== null) return go(back)
      return show(
        <PullCommitsView
          chrome={chrome}
          repo={head}
          pull={pullHead(head, view)}
          commits={commits.items.map(summaryOf)}
          pagination={pageInfo(commits, path)}
        />,
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/pulls/:number/checks',
    right: 'anyone',
    handle: async (call) => {
      const { app, actor, chrome, head } = call
      const view = await viewPull(app, actor, pullRef(call))
      const pipelines = await pipelinesOf(call, view.pull.headSha)
      const now = app.clock.now()
      return show(
        <PullChecksView
          chrome={chrome}
          repo={head}
          pull={pullHead(head, view)}
          sha={view.pull.headSha}
          checks={shownChecks(view, head, pipelines)}
          pipelines={pipelines.map((one) => shownPipeline(one, undefined, now))}
          canRun={head.can.work && app.config.CI_ENABLED}
        />,
      )
    },
  }),
]

function numberOf({ params }: PullCall): string {
  return params['number'] ?? ''
}

export function pullRef(call: PullCall) {
  return { ...call.ref, number: numberOf(call) }
}

/** The address of the pull request. */
export function atOf(call: PullCall): string {
  return pullUrl({ ...call.head, number: Number(numberOf(call)) })
}

/** What was typed into the form that merges. */
export type MergeDraft = MergeBoxProps['draft'] & { readonly messages: CommitMessages | null }

export interface PullShown extends ThreadShown {
  readonly merge?: MergeDraft
}

const noMessages: CommitMessages = { merge: { title: '', body: '' }, squash: { title: '', body: '' } }

/** The page of a pull request, also where a form on it came back. */
export async function showPull(
  call: PullCall,
  { draft, errors = noErrors, merge, status = 200 }: PullShown,
): Promise<PageAnswer> {
  const { app, actor, ref, head, page: request } = call
  const at = atOf(call)
  const view = await viewPull(app, actor, pullRef(call))
  const { pull } = view
  const number = numberOf(call)
  const isOpen = pull.state === 'open'
  const asks = isOpen && view.can.edit
  const talking = viewTalks(app, actor, view, view.can.update)
  const [thread, talks, reviews, files, closing, own] = await Promise.all([
    viewThread(app, actor, { ...ref, kind: 'pull', number }, { ...request, perPage: itemsAPage }),
    talking,
    viewReviews(app, actor, view),
    talking.then((found) => filesOfTalks(call, view, { talks: found, asks })),
    listClosing(app, actor, view),
    findOwnPending(app, actor, view),
  ])
  const back = backFromPastEnd(thread.timeline, at)
  if (back !== null) return go(back)
  const numbers = new Map(files.map(({ path }, index) => [path, index + 1]))
  const place = { filesAt: `${at}/files`, fileNumber: (path: string) => numbers.get(path), excerpt: excerptsOf(files) }
  return show(
    <PullPageView
      chrome={await chromeOfReader(call, pull.id)}
      repo={head}
      pull={pullHead(head, view)}
      opening={{ ...shownOpening(thread, at), editHref: view.can.edit ? `${at}?edit=pull#opening` : null }}
      items={conversationOf({ at, thread, reviews, talks, show: (talk) => shownTalk(talk, place) })}
      pagination={pageInfo(thread.timeline, at)}
      merge={isOpen ? await mergeBox(call, view, { talks, thread, draft: merge }) : null}
      mergedAs={pull.mergeCommitSha === null ? null : { sha: pull.mergeCommitSha, branch: pull.targetBranch }}
      branch={view.branchFate && { name: sourceName(pull), ...view.branchFate }}
      pending={own && { count: own.comments.length, finishHref: view.can.review ? `${at}/files#review` : null }}
      side={{
        checkOut: checkOutCommands(pull, cloneUrls(app.config, head)),
        facts: await factsOf(call, pull, view.can.manage),
        reviewers: shownReviewers(view, asks ? userOf(actor) : null),
        asking: asks ? await askableReviewers(call, view, files) : null,
        closing: closing.map((issue) => shownClosing(head, issue)),
        target: pull.targetBranch,
        branches: view.can.manage && view.can.edit ? (await listRefNames(app, actor, ref)).branches.names : [],
        isDraft: pull.isDraft,
        isOpen,
        componentsHref: `${repoUrl(head)}/sbom?${new URLSearchParams({ base: pull.targetBranch, head: pull.headSha }).toString()}`,
        canEdit: view.can.edit,
        reviewHref: isOpen && view.can.approve ? `${at}/files` : null,
      }}
      draft={draft ?? pullDraft(call, thread, { talks, reviews })}
      errors={errors}
      can={{ speak: thread.can.speak, edit: view.can.edit, reopen: view.can.reopen, revert: view.can.revert }}
    />,
    status,
  )
}

/** What is changed, with what is talked about; nothing where nobody asks for it: all of it may be much. */
async function filesOfTalks(
  { app }: PullCall,
  { repo, pull }: PullView,
  { talks, asks }: { readonly talks: readonly Talk[]; readonly asks: boolean },
): Promise<readonly FileDiff[]> {
  if (talks.length === 0 && !asks) return []
  const only = new Set(talks.map(({ place }) => (place.now ?? place.original).path))
  return diffOfPull(app, repo, pull, { only })
}

/** `#3` in this repository, `owner/repo#3` elsewhere. */
function shownClosing({ owner, slug }: PullCall['head'], issue: ClosingIssue): PullSideProps['closing'][number] {
  const isHere = issue.owner === owner && issue.repo === slug
  const name = `${isHere ? '' : `${issue.owner}/${issue.repo}`}#${issue.number}`
  return { name, title: issue.title, href: `/${issue.owner}/${issue.repo}/issues/${issue.number}` }
}

/** What the form begins with, as the repository has it. */
function newMerge({ merging }: PullView): MergeDraft {
  return { method: merging.defaultMethod, messages: null, deleteBranch: merging.deletesBranch, error: null }
}

interface Boxed {
  readonly talks: readonly Talk[]
  readonly thread: ThreadView
  readonly draft: MergeDraft | undefined
}

async function mergeBox(
  call: PullCall,
  view: PullView,
  { talks, thread, draft = newMerge(view) }: Boxed,
): Promise<Omit<MergeBoxProps, 'at'>> {
  const { repo, pull, can, merging } = view
  const pipelines = view.checksState === 'failure' ? await pipelinesOf(call, pull.headSha) : []
  return {
    head: pull.headSha,
    blockers: view.blockers,
    conflicts: pull.conflicts,
    mergeable: pull.mergeable,
    canResolve: can.update,
    commands: mergeCommands(pull, cloneUrls(call.app.config, call.head).https),
    waiting: await waitingOf(call, view),
    checks: shownChecks(view, call.head, pipelines),
    approvals: view.approvals,
    owners: view.owners.map(({ paths, count, asked, approvedBy, missing }) => ({
      paths,
      count,
      asked,
      missing,
      approvedBy: approvedBy.map(({ username }) => username),
    })),
    reviewHref: can.approve ? `${atOf(call)}/files` : null,
    openTalkHref: await openTalkOf(call, view, { talks, thread }),
    behind: view.behind,
    target: pull.targetBranch,
    autoMerge: pull.autoMerge === null ? null : { by: pull.autoMerge.by.username },
    whyNoMerge: can.whyNoMerge,
    can: {
      update: can.update && pull.mergeable !== false,
      deleteBranch: can.deleteBranch,
      ready: can.edit && pull.isDraft,
      dropAutoMerge: can.edit,
    },
    methods: merging.methods,
    draft: merging.methods.some((one) => one === draft.method) ? draft : { ...draft, method: merging.defaultMethod },
    messages: draft.messages ?? (can.whyNoMerge === null ? await offerMessages(call.app, repo, pull) : noMessages),
  }
}

/** Where the first conversation is that is in the way, on whichever page. */
async function openTalkOf(
  call: PullCall,
  { blockers, pull }: PullView,
  { talks, thread }: Pick<Boxed, 'talks' | 'thread'>,
): Promise<string | null> {
  const talk = talks.find(({ place }) => !place.isResolved)
  if (talk === undefined || !blockers.some(({ code }) => code === 'conversations_unresolved')) return null
  const { uuid, id, createdAt } = talk.comments[0].comment
  const anchor = `#comment-${uuid}`
  if (thread.timeline.items.some((item) => item.kind === 'comment' && item.comment.id === id)) return anchor
  const place = { repoId: pull.repoId, threadId: pull.id }
  const page = await pageOfTime(call.app.db, call.actor, place, createdAt)
  return `${atOf(call)}?page=${page}${anchor}`
}

interface Said {
  readonly talks: readonly Talk[]
  readonly reviews: readonly ReviewView[]
}

/** A comment on lines, or what was said with a review, is edited where it stands; all others as in every conversation. */
function pullDraft({ query }: PullCall, thread: ThreadView, { talks, reviews }: Said): Draft {
  const review = reviews.find(({ uuid, can }) => uuid === query['edit'] && can.edit)
  if (review !== undefined) {
    const { uuid, body } = review
    return { ...emptyDraft, anchor: `review-${uuid}`, body, seen: nameText({ body }) }
  }
  const said = talks.flatMap(({ comments }) => comments).find(({ comment }) => comment.uuid === query['edit'])
  if (said === undefined) return draftOf(query, thread)
  const { uuid, body } = said.comment
  return said.can.edit ? { ...emptyDraft, anchor: `said-${uuid}`, body, seen: nameText({ body }) } : emptyDraft
}
