import { Fault } from '../../../core/errors.ts'
import { commitsOfPull, diffOfPull } from '../../../features/pulls/read-changes.ts'
import { type PullView, viewPull } from '../../../features/pulls/view-pull.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { viewReviews } from '../../../features/reviews/read-reviews.ts'
import { type Talk, viewTalks } from '../../../features/reviews/view-talks.ts'
import { listChoices } from '../../../features/threads/list-choices.ts'
import { type ThreadView, viewThread } from '../../../features/threads/view-thread.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import type { MergeBoxProps } from '../components/merge-box.tsx'
import { go, type PageAnswer, show } from '../page-route.ts'
import { pullUrl } from '../pull-urls.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type PullDraft, PullView as PullPageView } from '../views/pull.tsx'
import { PullCommitsView } from '../views/pull-commits.tsx'
import { commitSummary } from './commit-summary.ts'
import { conversationOf } from './conversation-of.ts'
import { excerptsOf } from './excerpt-of.ts'
import { backFromPastEnd, pageInfo } from './page-info.ts'
import { shownAttention } from './shown-attention.ts'
import { pullHead, shownChecks, shownReviewers, shownTalk } from './shown-pull.ts'
import { quoted, shownOpening } from './shown-thread.tsx'

export type PullCall = RepoCall<'anyone'> | RepoCall<'session'>

const perPage = 100

export const emptyDraft: PullDraft = { anchor: null, title: '', body: '', preview: undefined }

export const repoPullPages = [
  repoPage({
    method: 'GET',
    path: '/pulls/:number',
    right: 'anyone',
    handle: async (call) => {
      try {
        return await showPull(call, {})
      } catch (error) {
        // An issue has the same kind of number: links say #12 and mean either.
        if (!(error instanceof Fault) || error.code !== 'PULL_NOT_FOUND') throw error
        if (!(await isIssue(call))) throw error
        return go(`${repoUrl(call.head)}/issues/${numberOf(call)}`)
      }
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
      const path = `${atOf(call)}/commits`
      const back = backFromPastEnd(commits, path)
      if (back !== null) return go(back)
      return show(
        <PullCommitsView
          chrome={chrome}
          repo={head}
          pull={pullHead(head, view)}
          commits={commits.items.map(commitSummary)}
          pagination={pageInfo(commits, path)}
        />,
      )
    },
  }),
]

async function isIssue({ app, actor, ref, params }: PullCall): Promise<boolean> {
  const number = params['number'] ?? ''
  const issue = { ...ref, kind: 'issue', number } as const
  return viewThread(app, actor, issue, { page: 1, perPage: 1 }).then(
    () => true,
    () => false,
  )
}

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

export interface PullShown {
  readonly draft?: PullDraft
  readonly errors?: FormErrors
  readonly merge?: MergeBoxProps['draft']
  readonly status?: number
}

const noMerge: MergeBoxProps['draft'] = { method: 'merge', title: '', message: '', deleteBranch: false, error: null }

/** The page of a pull request, also where a form on it came back. */
export async function showPull(
  call: PullCall,
  { draft, errors = noErrors, merge = noMerge, status = 200 }: PullShown,
): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head, page: request } = call
  const at = atOf(call)
  const view = await viewPull(app, actor, pullRef(call))
  const { pull, repo } = view
  const number = numberOf(call)
  const [thread, talks, reviews, files] = await Promise.all([
    viewThread(app, actor, { ...ref, kind: 'pull', number }, { ...request, perPage }),
    viewTalks(app, actor, view, view.can.update),
    viewReviews(app, actor, view),
    diffOfPull(app, repo, pull, {}),
  ])
  const back = backFromPastEnd(thread.timeline, at)
  if (back !== null) return go(back)
  const numbers = new Map(files.map(({ path }, index) => [path, index + 1]))
  const place = { filesAt: `${at}/files`, fileNumber: (path: string) => numbers.get(path), excerpt: excerptsOf(files) }
  const choices = view.can.manage ? await choicesOf(call) : null
  const isOpen = pull.state === 'open'
  return show(
    <PullPageView
      chrome={chrome}
      repo={head}
      pull={pullHead(head, view)}
      opening={{ ...shownOpening(thread, at), editHref: view.can.edit ? `${at}?edit=pull#opening` : null }}
      items={conversationOf({ at, view, thread, reviews, talks, show: (talk) => shownTalk(talk, place) })}
      pagination={pageInfo(thread.timeline, at)}
      merge={isOpen ? mergeBox(view, merge) : null}
      mergedAs={pull.mergeCommitSha === null ? null : { sha: pull.mergeCommitSha, branch: pull.targetBranch }}
      side={{
        reviewers: shownReviewers(view),
        assignees: pull.assignees.map(({ username }) => username),
        labels: pull.labels,
        milestone: pull.milestone?.title ?? null,
        target: pull.targetBranch,
        isLocked: pull.isLocked,
        isDraft: pull.isDraft,
        isOpen,
        choices,
        componentsHref: `${repoUrl(head)}/sbom?${new URLSearchParams({ base: pull.targetBranch, head: pull.headSha }).toString()}`,
        canEdit: view.can.edit,
        attention: await shownAttention(call, pull.id),
      }}
      draft={draft ?? draftOf(call, thread, talks)}
      errors={errors}
      isLocked={pull.isLocked}
      can={{ speak: thread.can.speak, edit: view.can.edit, reopen: view.can.reopen }}
    />,
    status,
  )
}

async function choicesOf({ app, actor, ref }: PullCall) {
  const [choices, { branches }] = await Promise.all([
    listChoices(app, actor, { ...ref, kind: 'pull' }),
    listRefNames(app, actor, ref),
  ])
  return { labels: choices.labels, milestones: choices.milestones.map(({ title }) => title), branches: branches.names }
}

function mergeBox(view: PullView, draft: MergeBoxProps['draft']): Omit<MergeBoxProps, 'at'> {
  const { pull, verdicts, can } = view
  const given = verdicts.filter(({ state, counts }) => counts && state === 'approved').length
  return {
    head: pull.headSha,
    blockers: view.blockers,
    conflicts: pull.conflicts,
    mergeable: pull.mergeable,
    checks: shownChecks(view),
    approvals: { given, required: view.requiredApprovals },
    behind: view.behind,
    target: pull.targetBranch,
    autoMerge: pull.autoMerge === null ? null : { by: pull.autoMerge.by.username },
    whyNoMerge: can.whyNoMerge,
    can: {
      update: can.update && pull.mergeable !== false,
      deleteBranch: can.deleteBranch,
      ready: can.edit && pull.isDraft,
    },
    draft,
  }
}

/** `?edit=` and `?quote=` name a comment, or the whole: forms to begin with, also without a script. */
function draftOf(
  { query }: PullCall,
  { thread, timeline, opening, can }: ThreadView,
  talks: readonly Talk[],
): PullDraft {
  const asked = query['edit']
  if ((asked === 'pull' || asked === 'issue') && opening.can.edit) {
    return { ...emptyDraft, anchor: 'opening', title: thread.title, body: thread.body }
  }
  const inTalk = talks.flatMap(({ comments }) => comments).find(({ comment }) => comment.uuid === asked)
  if (inTalk !== undefined) {
    return inTalk.can.edit
      ? { ...emptyDraft, anchor: `said-${inTalk.comment.uuid}`, body: inTalk.comment.body }
      : emptyDraft
  }
  const found = (id: string | undefined) =>
    timeline.items.find((item) => item.kind === 'comment' && item.comment.uuid === id)
  const edited = found(asked)
  if (edited?.kind === 'comment' && edited.can.edit) {
    return { ...emptyDraft, anchor: `comment-${edited.comment.uuid}`, body: edited.comment.body }
  }
  if (!can.speak) return emptyDraft
  if (query['quote'] === 'issue') return { ...emptyDraft, body: quoted(thread.body) }
  const answered = found(query['quote'])
  return answered?.kind === 'comment' ? { ...emptyDraft, body: quoted(answered.comment.body) } : emptyDraft
}
