import { Type } from 'typebox'
import { type CarryWay, carryCommit, carryWays } from '../../../features/commits/carry-commit.ts'
import { parseMessage } from '../../../features/contents/write-input.ts'
import { revision } from '../revision-field.ts'
import { route } from '../route.ts'

const name = Type.String({ maxLength: 255 })

const words = {
  'cherry-pick':
    'Make what a commit changed once more, by a commit on another branch; whoever wrote it stays its author',
  revert: 'Take back what a commit changed, by a commit on a branch',
} as const satisfies Record<CarryWay, string>

export const carryCommitRoutes = carryWays.map((way) =>
  route({
    method: 'POST',
    path: `/repos/{owner}/{repo}/commits/{sha}/${way}`,
    tag: 'Commits',
    summary: words[way],
    right: 'user',
    scope: 'repo:write',
    role: 'Developer',
    rate: 'api',
    params: Type.Object({ owner: name, repo: name, sha: revision }),
    body: Type.Object(
      {
        branch: Type.Optional(Type.String({ maxLength: 255, description: 'The default branch if absent' })),
        new_branch: Type.Optional(
          Type.String({ maxLength: 255, description: 'Commit to a new branch that begins where `branch` is' }),
        ),
        message: Type.Optional(Type.String({ maxLength: 65_536, description: 'As git says it if absent' })),
      },
      { description: 'Of a merge, what it brought to its first parent. What conflicts, or changes nothing, is a 409.' },
    ),
    output: { kind: 'one', status: 201, resource: 'branchCommit' },
    handle: ({ app, actor, params, body }) =>
      carryCommit(app, actor, params, {
        way,
        commit: params.sha,
        branch: body.branch,
        newBranch: body.new_branch,
        message: parseMessage('message', body.message ?? ''),
      }),
  }),
)
