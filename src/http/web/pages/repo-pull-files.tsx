import { userOf } from '../../../core/actor.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import { statsOf } from '../../../features/commits/get-commit.ts'
import { diffOfPull } from '../../../features/pulls/read-changes.ts'
import { openPull } from '../../../features/pulls/require-pull.ts'
import { viewPull } from '../../../features/pulls/view-pull.ts'
import { addPullComment } from '../../../features/reviews/add-pull-comment.ts'
import { changePullComment } from '../../../features/reviews/change-pull-comment.ts'
import { createReview } from '../../../features/reviews/create-review.ts'
import { addToReview, discardReview } from '../../../features/reviews/pending-review.ts'
import { reviewEvents } from '../../../features/reviews/review.ts'
import { setViewed, viewedBy } from '../../../features/reviews/view-files.ts'
import { findOwnPending, viewTalks } from '../../../features/reviews/view-talks.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf as statusOfFault } from '../form-errors.ts'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { PullFilesView } from '../views/pull-files.tsx'
import { excerptsOf } from './excerpt-of.ts'
import { atOf, type PullCall, pullRef } from './repo-pull.tsx'
import { type LineDraft, reviewOfFiles } from './review-of-files.tsx'
import { shownDiff } from './shown-diff.ts'
import { pullHead, shownTalk } from './shown-pull.ts'
import { treeOfFiles } from './tree-of-files.ts'
import { withPictures } from './with-pictures.ts'

type Call = RepoCall<'session'>

export const repoPullFilePages = [
  repoPage({
    method: 'GET',
    path: '/pulls/:number/files',
    right: 'anyone',
    handle: (call) => showFiles(call, {}),
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/comment-line',
    right: 'session',
    takes: 'prose',
    formAt: '/:owner/:repo/pulls/:number/files',
    handle: commentOnLine,
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/files/viewed',
    right: 'session',
    handle: async (call) => {
      const { app, actor, form } = call
      const file = Number(form.text('file'))
      await setViewed(app, actor, pullRef(call), { path: form.text('path'), viewed: form.text('viewed') === '1' })
      return go(`${atOf(call)}/files${form.text('query')}#file-${Number.isSafeInteger(file) ? file : 1}`)
    },
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/review',
    right: 'session',
    takes: 'prose',
    formAt: '/:owner/:repo/pulls/:number/files',
    handle: (call) => {
      const { app, actor, form } = call
      const event = reviewEvents.find((one) => one === form.text('event')) ?? 'comment'
      const body = form.text('body').replaceAll('\r\n', '\n')
      return orErrors(
        async () => {
          const commitSha = form.text('head_sha') || undefined
          await createReview(app, actor, pullRef(call), { event, body, commitSha })
          return done(atOf(call), 'Your review was submitted.')
        },
        (errors, kind) => showFiles(call, { errors, status: statusOfFault(kind) }),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/review/discard',
    right: 'session',
    formAt: '/:owner/:repo/pulls/:number/files',
    handle: async (call) => {
      const { app, actor } = call
      const opened = await openPull(app, actor, pullRef(call), { to: 'read' })
      const own = await findOwnPending(app, actor, opened)
      if (own !== null) await discardReview(app, actor, { ...pullRef(call), id: { uuid: own.review.uuid } })
      return done(`${atOf(call)}/files`, 'Your pending review was discarded.')
    },
  }),
]

interface FilesShown {
  readonly errors?: FormErrors
  readonly line?: LineDraft
  readonly status?: number
}

async function showFiles(call: PullCall, { errors = noErrors, line, status = 200 }: FilesShown): Promise<PageAnswer> {
  const { app, actor, chrome, head, query } = call
  const at = atOf(call)
  const view = await viewPull(app, actor, pullRef(call))
  const { pull, repo } = view
  const userId = userOf(actor)?.id ?? null
  const ignoreSpace = query['space'] === 'ignore'
  const kept: Readonly<Record<string, string>> = ignoreSpace ? { space: 'ignore' } : {}
  const [files, talks, pending, isViewed] = await Promise.all([
    diffOfPull(app, repo, pull, { ignoreSpace }),
    viewTalks(app, actor, view, view.can.update),
    findOwnPending(app, actor, view),
    viewedBy(app.db, pull, userId),
  ])
  const path = `${at}/files`
  const spoken = new Set([
    ...talks.map(({ place }) => (place.now ?? place.original).path),
    ...(pending?.comments ?? []).map(({ position }) => position.path),
  ])
  const ends = { repo: head, base: pull.mergeBase, head: pull.headSha }
  const shown = withPictures(await shownDiff(call, files, path, { head: pull.seenHead, kept, spoken }), ends)
  const numbers = new Map(files.map((file, index) => [file.path, index + 1]))
  const place = { filesAt: path, fileNumber: (name: string) => numbers.get(name), excerpt: excerptsOf(files) }
  const reviewed = reviewOfFiles({
    at,
    path,
    query,
    talks: talks.map((talk) => ({ talk, shown: shownTalk(talk, place) })),
    pending: pending?.comments ?? [],
    isViewed: (name) => files.some((file) => file.path === name && isViewed(file)),
    line: line ?? null,
    can: {
      speak: userId !== null && !repo.isArchived && (!pull.isLocked || view.can.review),
      review: view.can.review,
      tick: userId !== null,
    },
  })
  return show(
    <PullFilesView
      chrome={chrome}
      repo={head}
      pull={pullHead(head, view)}
      head={pull.headSha}
      diff={{ ...shown, files: shown.files.map(reviewed), stats: statsOf(files) }}
      tree={treeOfFiles(files, isViewed, { path, page: shown.pagination, find: query['find'] ?? '' })}
      space={{ isIgnored: ignoreSpace, href: spaceHref(path, query, ignoreSpace) }}
      viewed={userId === null ? null : files.filter(isViewed).length}
      pending={pending?.comments.length ?? 0}
      errors={errors}
      can={{ review: view.can.review, approve: view.can.approve }}
    />,
    status,
  )
}

function spaceHref(path: string, query: Readonly<Record<string, string>>, isIgnored: boolean): string {
  const view = query['view'] === 'split' ? { view: 'split' } : {}
  const search = new URLSearchParams({ ...view, ...(isIgnored ? {} : { space: 'ignore' }) }).toString()
  return search === '' ? path : `${path}?${search}`
}

/** A comment on a line, an answer to one, or a word on whether it is settled. */
function commentOnLine(call: Call): Promise<PageAnswer> {
  const { app, actor, form } = call
  const body = form.text('body').replaceAll('\r\n', '\n')
  const from = form.text('from') === 'files' ? `${atOf(call)}/files` : atOf(call)
  const answered = form.text('in_reply_to')
  if (answered !== '')
    return orErrors(
      () => answer(call, { body, from, answered }),
      (errors) => backTo(from, errors),
    )
  const line: LineDraft = { on: form.text('on'), body, startLine: form.text('start_line').trim(), error: undefined }
  const startLine = form.number('start_line')
  const side = form.text('side') === 'old' ? 'old' : 'new'
  const input = { body, path: form.text('path'), line: form.number('line'), startLine, side } as const
  return orErrors(
    async () => {
      if (!form.ticked('review')) await addPullComment(app, actor, pullRef(call), input)
      else {
        const opened = await openPull(app, actor, pullRef(call), { to: 'read' })
        const own = await findOwnPending(app, actor, opened)
        if (own === null) await createReview(app, actor, pullRef(call), { comments: [input] })
        else await addToReview(app, actor, { ...pullRef(call), id: { uuid: own.review.uuid } }, input)
      }
      return go(`${from}#${line.on}`)
    },
    (errors, kind) =>
      showFiles(call, { line: { ...line, error: Object.values(errors).join(' ') }, status: statusOfFault(kind) }),
  )
}

async function answer(
  call: Call,
  { body, from, answered }: { readonly body: string; readonly from: string; readonly answered: string },
): Promise<PageAnswer> {
  const { app, actor, form } = call
  const settle = form.text('settle')
  const id = parseRecordId(answered)
  if (body.trim() !== '' || settle === '')
    await addPullComment(app, actor, pullRef(call), { body, inReplyTo: answered })
  if (settle !== '') await changePullComment(app, actor, { ...pullRef(call), id }, { resolved: settle === 'resolve' })
  return go(`${from}#comment-${answered}`)
}

function backTo(from: string, errors: FormErrors): PageAnswer {
  return go(from, { tone: 'danger', text: Object.values(errors).join(' ') })
}
