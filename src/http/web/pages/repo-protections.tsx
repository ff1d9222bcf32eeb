import { parseRecordId } from '../../../core/record-id.ts'
import { addProtection } from '../../../features/protection/add-protection.ts'
import { type BranchProtection, branchProtections } from '../../../features/protection/branch-protections.ts'
import { changeProtection } from '../../../features/protection/change-protection.ts'
import { getProtection } from '../../../features/protection/get-protection.ts'
import { listProtections } from '../../../features/protection/list-protections.ts'
import { removeProtection } from '../../../features/protection/remove-protection.ts'
import { getRepoSettings } from '../../../features/repos/get-repo-settings.ts'
import { repoUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { RepoProtectionFormView } from '../views/repo-protection-form.tsx'
import { RepoProtectionsView } from '../views/repo-protections.tsx'
import { pageInfo } from './page-info.ts'
import { newProtection, readProtection, savedProtection, typedProtection } from './protection-form.ts'

const kind = branchProtections

type Call = RepoCall<'session'>

export const repoProtectionPages = [
  repoPage({
    method: 'GET',
    path: '/settings/branches',
    right: 'session',
    handle: async (call) => {
      const list = await listProtections(call.app, call.actor, { kind, ref: call.ref }, call.page)
      const rows = list.items.map((one) => ({ id: one.uuid, pattern: one.pattern, rules: rulesOf(one) }))
      const pagination = pageInfo(list, listOf(call))
      return show(
        <RepoProtectionsView chrome={call.chrome} repo={call.head} protections={rows} pagination={pagination} />,
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/settings/branches/new',
    right: 'session',
    handle: async ({ app, actor, ref, chrome, head }) => {
      await getRepoSettings(app, actor, ref)
      const values = newProtection
      return show(<RepoProtectionFormView chrome={chrome} repo={head} id={null} values={values} errors={noErrors} />)
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/branches/new',
    right: 'session',
    handle: async (call) => {
      const { app, actor, ref, chrome, head } = call
      await getRepoSettings(app, actor, ref)
      const values = typedProtection(call.form)
      return orErrors(
        async () => {
          const added = await addProtection(app, actor, { kind, ref }, readProtection(values))
          return done(listOf(call), `${added.pattern} is protected.`)
        },
        (errors, problem) =>
          show(
            <RepoProtectionFormView chrome={chrome} repo={head} id={null} values={values} errors={errors} />,
            statusOf(problem),
          ),
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/settings/branches/:id/edit',
    right: 'session',
    handle: async ({ app, actor, ref, chrome, head, params }) => {
      const one = await getProtection(app, actor, { kind, ref, id: parseRecordId(params['id'] ?? '') })
      const values = savedProtection(one)
      return show(
        <RepoProtectionFormView chrome={chrome} repo={head} id={one.uuid} values={values} errors={noErrors} />,
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/branches/:id/edit',
    right: 'session',
    handle: async (call) => {
      const { app, actor, ref, chrome, head } = call
      const { uuid } = await getProtection(app, actor, { kind, ref, id: parseRecordId(call.params['id'] ?? '') })
      const values = typedProtection(call.form)
      return orErrors(
        async () => {
          const saved = await changeProtection(app, actor, { kind, ref, id: { uuid } }, readProtection(values))
          return done(listOf(call), `The protection of ${saved.pattern} was saved.`)
        },
        (errors, problem) =>
          show(
            <RepoProtectionFormView chrome={chrome} repo={head} id={uuid} values={values} errors={errors} />,
            statusOf(problem),
          ),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/branches/:id/delete',
    right: 'session',
    handle: async (call) => {
      await removeProtection(call.app, call.actor, { kind, ref: call.ref, id: parseRecordId(call.params['id'] ?? '') })
      return done(listOf(call), 'The protection was removed.')
    },
  }),
]

function listOf({ head }: Call): string {
  return `${repoUrl(head)}/settings/branches`
}

function rulesOf(one: BranchProtection): readonly string[] {
  const besides = one.pushers.length === 0 ? '' : ` and ${one.pushers.map((user) => user.username).join(', ')}`
  const approvals = one.requiredApprovals === 1 ? '1 approval' : `${one.requiredApprovals} approvals`
  return [
    `Push: ${one.pushRole}${besides}`,
    `Merge: ${one.mergeRole}`,
    one.allowForcePush ? 'Force pushes allowed' : '',
    one.allowDelete ? 'Deletion allowed' : '',
    one.requiredApprovals > 0 ? approvals : '',
    one.dismissStaleApprovals ? 'Older approvals are ignored' : '',
    one.requiredChecks.length > 0 ? `Checks: ${one.requiredChecks.join(', ')}` : '',
  ].filter((rule) => rule !== '')
}
