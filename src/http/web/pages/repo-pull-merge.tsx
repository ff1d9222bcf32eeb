import { dropAutoMerge, setAutoMerge } from '../../../features/pulls/auto-merge.ts'
import { deleteSourceBranch, restoreSourceBranch } from '../../../features/pulls/clear-source-branch.ts'
import { getPull } from '../../../features/pulls/get-pull.ts'
import { mergePull } from '../../../features/pulls/merge-pull.ts'
import { offerMessages } from '../../../features/pulls/offer-messages.ts'
import { type MergeInput, mergeMethods } from '../../../features/pulls/pull.ts'
import { openPull } from '../../../features/pulls/require-pull.ts'
import { revertPull } from '../../../features/pulls/revert-pull.ts'
import { updateBranch } from '../../../features/pulls/update-branch.ts'
import type { CommitMessages } from '../components/merge-form.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, type PageAnswer } from '../page-route.ts'
import { newPullUrl } from '../pull-urls.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { atOf, pullRef, showPull } from './repo-pull.tsx'

export const repoPullMergePages = [
  repoPage({
    method: 'POST',
    path: '/pulls/:number/merge',
    right: 'session',
    takes: 'prose',
    handle: (call) => {
      const { app, actor, form } = call
      const method = mergeMethods.find((one) => one === form.text('merge_method')) ?? 'merge'
      const messages = messagesIn(call)
      const deleteBranch = form.ticked('delete_branch')
      return orErrors(
        async () => {
          const input = {
            method,
            ...(method === 'rebase' || messages === null ? {} : await changedWords(call, method, messages[method])),
            headSha: form.text('head_sha') || undefined,
            targetBranch: form.text('target_branch') || undefined,
            deleteBranch,
          }
          if (form.ticked('auto')) {
            await setAutoMerge(app, actor, pullRef(call), input)
            return done(`${atOf(call)}#merge`, 'It will be merged once all requirements are met.')
          }
          await mergePull(app, actor, pullRef(call), input)
          return done(atOf(call), 'The pull request was merged.')
        },
        (errors, kind) =>
          showPull(call, {
            merge: { method, messages, deleteBranch, error: Object.values(errors).join(' ') },
            status: statusOf(kind),
          }),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/revert',
    right: 'session',
    handle: (call) =>
      orBack(call, async () => {
        const { app, actor, head } = call
        const { branch } = await revertPull(app, actor, pullRef(call))
        const { targetBranch } = await getPull(app, actor, pullRef(call))
        return done(newPullUrl(head, targetBranch, branch), `What it brought is taken back on ${branch}.`)
      }),
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/delete-branch',
    right: 'session',
    handle: (call) =>
      orBack(call, async () => {
        const { sourceBranch } = await deleteSourceBranch(call.app, call.actor, pullRef(call))
        return done(`${atOf(call)}#merge`, `The branch ${sourceBranch} was deleted.`)
      }),
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/restore-branch',
    right: 'session',
    handle: (call) =>
      orBack(call, async () => {
        const { sourceBranch } = await restoreSourceBranch(call.app, call.actor, pullRef(call))
        return done(`${atOf(call)}#merge`, `The branch ${sourceBranch} is back.`)
      }),
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/auto-merge/drop',
    right: 'session',
    handle: (call) =>
      orBack(call, async () => {
        await dropAutoMerge(call.app, call.actor, pullRef(call))
        return go(`${atOf(call)}#merge`)
      }),
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/update-branch',
    right: 'session',
    handle: (call) =>
      orBack(call, async () => {
        const method = call.form.text('method') === 'rebase' ? 'rebase' : 'merge'
        const input = { method, headSha: call.form.text('head_sha') || undefined } as const
        await updateBranch(call.app, call.actor, pullRef(call), input)
        return done(`${atOf(call)}#merge`, 'The branch is up to date.')
      }),
  }),
]

/** What the form says for both methods, whichever is chosen; null for one that has no such fields. */
function messagesIn({ form }: RepoCall<'session'>): CommitMessages | null {
  const wordsOf = (method: 'merge' | 'squash') => ({
    title: form.text(`${method}_title`).trim(),
    body: form.text(`${method}_message`).replaceAll('\r\n', '\n').trim(),
  })
  const messages = { merge: wordsOf('merge'), squash: wordsOf('squash') }
  return messages.merge.title === '' && messages.squash.title === '' ? null : messages
}

/** Words that nobody changed are not said: what waits to be merged then follows its title and description. */
async function changedWords(
  call: RepoCall<'session'>,
  method: 'merge' | 'squash',
  { title, body }: CommitMessages['merge'],
): Promise<Pick<MergeInput, 'title' | 'message'>> {
  const { repo, pull } = await openPull(call.app, call.actor, pullRef(call), { to: 'read' })
  const offered = (await offerMessages(call.app, repo, pull))[method]
  return {
    title: title === '' || title === offered.title.trim() ? undefined : title,
    message: body === offered.body.replaceAll('\r\n', '\n').trim() ? undefined : body,
  }
}

/** Back to the page, which says what was wrong. */
export function orBack(call: RepoCall<'session'>, work: () => Promise<PageAnswer>): Promise<PageAnswer> {
  return orErrors(work, (errors) => go(atOf(call), { tone: 'danger', text: Object.values(errors).join(' ') }))
}
