import { dropAutoMerge, setAutoMerge } from '../../../features/pulls/auto-merge.ts'
import { mergePull } from '../../../features/pulls/merge-pull.ts'
import { mergeMethods } from '../../../features/pulls/pull.ts'
import { updateBranch } from '../../../features/pulls/update-branch.ts'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, type PageAnswer } from '../page-route.ts'
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
      const merge = {
        method,
        title: form.text('commit_title'),
        message: form.text('commit_message').replaceAll('\r\n', '\n'),
        deleteBranch: form.ticked('delete_branch'),
      }
      const input = {
        method,
        title: merge.title || undefined,
        message: merge.message || undefined,
        headSha: form.text('head_sha') || undefined,
        targetBranch: form.text('target_branch') || undefined,
        deleteBranch: merge.deleteBranch,
      }
      return orErrors(
        async () => {
          if (form.ticked('auto')) {
            await setAutoMerge(app, actor, pullRef(call), input)
            return done(`${atOf(call)}#merge`, 'It will be merged once all requirements are met.')
          }
          await mergePull(app, actor, pullRef(call), input)
          return done(atOf(call), 'The pull request was merged.')
        },
        (errors, kind) =>
          showPull(call, { merge: { ...merge, error: Object.values(errors).join(' ') }, status: statusOf(kind) }),
      )
    },
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

/** Back to the page, which says what was wrong. */
export function orBack(call: RepoCall<'session'>, work: () => Promise<PageAnswer>): Promise<PageAnswer> {
  return orErrors(work, (errors) => go(atOf(call), { tone: 'danger', text: Object.values(errors).join(' ') }))
}
