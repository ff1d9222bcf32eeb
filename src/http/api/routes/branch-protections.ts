import { type Static, Type } from 'typebox'
import { addProtection } from '../../../features/protection/add-protection.ts'
import { branchProtections } from '../../../features/protection/branch-protections.ts'
import { changeProtection } from '../../../features/protection/change-protection.ts'
import { getProtection } from '../../../features/protection/get-protection.ts'
import { listProtections } from '../../../features/protection/list-protections.ts'
import type { BranchProtectionInput } from '../../../features/protection/parse-branch-protection.ts'
import { parseProtectionId } from '../../../features/protection/protection-kind.ts'
import { removeProtection } from '../../../features/protection/remove-protection.ts'
import { route } from '../route.ts'

const kind = branchProtections
const tag = 'Branch protections'
const repo = { owner: Type.String({ maxLength: 255 }), repo: Type.String({ maxLength: 255 }) }
const repoParams = Type.Object(repo)
const oneParams = Type.Object({ ...repo, id: Type.String({ maxLength: 255, description: 'The id, or the pattern' }) })
const reading = { right: 'user', scope: 'repo:read', rate: 'api', role: 'Maintainer' } as const
const writing = { right: 'user', scope: 'repo:write', rate: 'api', role: 'Maintainer' } as const

const roles = [Type.Literal('Developer'), Type.Literal('Maintainer'), Type.Literal('Owner')] as const
const pattern = Type.Optional(
  Type.String({
    maxLength: 255,
    description:
      'A branch: `main`, `release/*`, `**`. `*` stands for anything but a slash, `?` for one such character, `**` for anything. Where several patterns mean a branch, each of them has to allow what is done.',
    examples: ['main'],
  }),
)

const fields = Type.Object({
  pattern,
  branch: Type.Optional(Type.String({ maxLength: 255, description: 'The same as pattern' })),
  name: Type.Optional(Type.String({ maxLength: 255, description: 'The same as pattern' })),
  push_role: Type.Optional(
    Type.Union([...roles, Type.Literal('Nobody')], {
      description:
        'The weakest role that may push, delete and write through the API; Maintainer if absent. With Nobody, changes come by pull request only',
    }),
  ),
  merge_role: Type.Optional(
    Type.Union([...roles], { description: 'The weakest role that may merge a pull request; Maintainer if absent' }),
  ),
  allowed_pushers: Type.Optional(
    Type.Array(Type.String({ maxLength: 255 }), {
      maxItems: 100,
      description: 'Names of people who may push although their role alone would not allow it',
      examples: [['ada']],
    }),
  ),
  allow_force_push: Type.Optional(Type.Boolean({ description: 'History may be rewritten; false if absent' })),
  allow_delete: Type.Optional(Type.Boolean({ description: 'The branch may be deleted; false if absent' })),
  required_approvals: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10, description: 'How many have to approve a pull request; 0 if absent' }),
  ),
  dismiss_stale_approvals: Type.Optional(
    Type.Boolean({ description: 'Approvals of an older commit do not count; false if absent' }),
  ),
  required_checks: Type.Optional(
    Type.Array(Type.String({ maxLength: 255 }), {
      maxItems: 100,
      description: 'Checks that have to succeed before a pull request is merged',
      examples: [['test']],
    }),
  ),
  require_resolved_conversations: Type.Optional(
    Type.Boolean({ description: 'Every conversation about lines has to be resolved before merging; false if absent' }),
  ),
  require_up_to_date: Type.Optional(
    Type.Boolean({ description: 'The source branch has to have all commits of this one; false if absent' }),
  ),
  require_code_owner_approval: Type.Optional(
    Type.Boolean({
      description:
        'Of each changed file that has owners in CODEOWNERS one has to approve, where any of them can; false if absent',
    }),
  ),
  require_last_push_approval: Type.Optional(
    Type.Boolean({
      description:
        'Somebody else than who pushed last has to approve that, and the approval of who did does not count; false if absent',
    }),
  ),
})

export const branchProtectionRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/branch-protections',
    tag,
    summary: 'Branch protections, by pattern',
    ...reading,
    params: repoParams,
    output: { kind: 'list', resource: 'branchProtection' },
    handle: ({ app, actor, params, page }) => listProtections(app, actor, { kind, ref: params }, page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/branch-protections',
    tag,
    summary: 'Protect a branch, or all branches of a pattern',
    ...writing,
    params: repoParams,
    body: fields,
    output: { kind: 'one', status: 201, resource: 'branchProtection' },
    handle: ({ app, actor, params, body }) => addProtection(app, actor, { kind, ref: params }, inputOf(body)),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/branch-protections/{id}',
    tag,
    summary: 'A branch protection',
    ...reading,
    params: oneParams,
    output: { kind: 'one', status: 200, resource: 'branchProtection' },
    handle: ({ app, actor, params }) =>
      getProtection(app, actor, { kind, ref: params, id: parseProtectionId(params.id) }),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/branch-protections/{id}',
    tag,
    summary: 'Change a branch protection; what is absent stays',
    ...writing,
    params: oneParams,
    body: fields,
    output: { kind: 'one', status: 200, resource: 'branchProtection' },
    handle: ({ app, actor, params, body }) =>
      changeProtection(app, actor, { kind, ref: params, id: parseProtectionId(params.id) }, inputOf(body)),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/branch-protections/{id}',
    tag,
    summary: 'Take a branch protection away',
    ...writing,
    params: oneParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) =>
      removeProtection(app, actor, { kind, ref: params, id: parseProtectionId(params.id) }),
  }),
]

function inputOf(body: Static<typeof fields>): BranchProtectionInput {
  return {
    pattern: body.pattern ?? body.branch ?? body.name,
    pushRole: body.push_role,
    mergeRole: body.merge_role,
    allowedPushers: body.allowed_pushers,
    allowForcePush: body.allow_force_push,
    allowDelete: body.allow_delete,
    requiredApprovals: body.required_approvals,
    dismissStaleApprovals: body.dismiss_stale_approvals,
    requiredChecks: body.required_checks,
    requireResolvedConversations: body.require_resolved_conversations,
    requireUpToDate: body.require_up_to_date,
    requireCodeOwnerApproval: body.require_code_owner_approval,
    requireLastPushApproval: body.require_last_push_approval,
  }
}
