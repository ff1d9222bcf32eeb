import { type Static, Type } from 'typebox'
import { dropAutoMerge, setAutoMerge } from '../../../features/pulls/auto-merge.ts'
import { mergePull } from '../../../features/pulls/merge-pull.ts'
import { type MergeInput, mergeMethods } from '../../../features/pulls/pull.ts'
import { revertPull } from '../../../features/pulls/revert-pull.ts'
import { showSource } from '../../../features/pulls/show-source.ts'
import { updateBranch } from '../../../features/pulls/update-branch.ts'
import { route } from '../route.ts'

const tag = 'Pull requests'
const name = Type.String({ maxLength: 255 })
const params = Type.Object({ owner: name, repo: name, number: name })
const writing = { tag, right: 'user', scope: 'pulls:write', rate: 'api', params } as const
const merging = { ...writing, role: 'Developer' } as const
const speaking = { ...writing, role: 'Reader' } as const
const headSha = Type.Optional(
  Type.String({ maxLength: 64, description: 'What you looked at: nothing is done when the branch has moved since' }),
)

const refusals =
  'What is in the way is a 409 whose details name it: `already_merged`, `closed`, `draft`, `conflict`, `head_changed`, `no_commits`, `checks_pending`, `checks_failed`, `approvals_missing`, `changes_requested`, `protected`, `method_not_allowed`, `not_up_to_date`, `last_push_unapproved`, `owner_approvals_missing`, `conversations_unresolved`, `mirror`. The same call by the same person once more, when it is merged, answers 200 with what came of the first; any other is `already_merged`.'

const how = {
  merge_method: Type.Union(
    mergeMethods.map((one) => Type.Literal(one)),
    {
      description:
        '`merge` makes a merge commit, `squash` one commit of all changes, `rebase` puts the commits on top of the target, which just goes forward',
    },
  ),
  commit_title: Type.Optional(
    Type.String({ maxLength: 255, description: 'The first line of the commit; by itself it ends with the number' }),
  ),
  commit_message: Type.Optional(Type.String({ description: 'What follows it, at most 65,536 characters' })),
  head_sha: headSha,
  delete_branch: Type.Optional(
    Type.Boolean({
      description:
        'Delete the source branch with it, where you may; where not, it stays. Open pull requests into it go on to the target',
    }),
  ),
}
const merge = Type.Object(how, { description: refusals })

export const pullMergeRoutes = [
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/pulls/{number}/merge',
    summary: 'Merge a pull request',
    ...merging,
    body: merge,
    output: { kind: 'one', status: 200, resource: 'mergeResult' },
    handle: ({ app, actor, params: ref, body }) => mergePull(app, actor, ref, inputOf(body)),
  }),
  route({
    method: 'PUT',
    path: '/repos/{owner}/{repo}/pulls/{number}/auto-merge',
    summary:
      'Merge it as soon as nothing is in the way and all checks passed; a push or another target takes this back, bringing the branch up to date here does not',
    ...merging,
    body: Type.Object(how),
    output: { kind: 'one', status: 200, resource: 'pull' },
    handle: async ({ app, actor, params: ref, body }) =>
      showSource(app, actor, await setAutoMerge(app, actor, ref, inputOf(body))),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/pulls/{number}/auto-merge',
    summary: 'Do not merge it by itself after all',
    ...speaking,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params: ref }) => dropAutoMerge(app, actor, ref),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/pulls/{number}/revert',
    summary:
      'Take back what a merged pull request brought, by a commit on a new branch; open a pull request of it next. What conflicts is a 409',
    ...merging,
    output: { kind: 'one', status: 201, resource: 'branchCommit' },
    handle: ({ app, actor, params: ref }) => revertPull(app, actor, ref),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/pulls/{number}/update-branch',
    summary: 'Take what is new in the target into the source branch',
    ...speaking,
    body: Type.Object({
      method: Type.Optional(
        Type.Union([Type.Literal('merge'), Type.Literal('rebase')], { description: '`merge` if absent' }),
      ),
      head_sha: headSha,
    }),
    output: { kind: 'one', status: 200, resource: 'pull' },
    handle: ({ app, actor, params: ref, body: { method, head_sha: seen } }) =>
      updateBranch(app, actor, ref, { method, headSha: seen }),
  }),
]

function inputOf(body: Static<typeof merge>): MergeInput {
  return {
    method: body.merge_method,
    title: body.commit_title,
    message: body.commit_message,
    headSha: body.head_sha,
    deleteBranch: body.delete_branch,
  }
}
