import { invalidField } from '../../../core/errors.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import { addProtection } from '../../../features/protection/add-protection.ts'
import { changeProtection } from '../../../features/protection/change-protection.ts'
import { getProtection } from '../../../features/protection/get-protection.ts'
import { listProtections } from '../../../features/protection/list-protections.ts'
import type { TagProtectionInput } from '../../../features/protection/parse-tag-protection.ts'
import { removeProtection } from '../../../features/protection/remove-protection.ts'
import { tagProtections } from '../../../features/protection/tag-protections.ts'
import { getRepoSettings } from '../../../features/repos/get-repo-settings.ts'
import { repoUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { done, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { RepoTagProtectionFormView, type TagProtectionFormValues } from '../views/repo-tag-protection-form.tsx'
import { RepoTagProtectionsView } from '../views/repo-tag-protections.tsx'
import { pageInfo } from './page-info.ts'

const kind = tagProtections

type Call = RepoCall<'session'>

const newProtection: TagProtectionFormValues = { pattern: '', create_role: 'Maintainer', delete_role: 'Maintainer' }

export const repoTagProtectionPages = [
  repoPage({
    method: 'GET',
    path: '/settings/tags',
    right: 'session',
    handle: async (call) => {
      const list = await listProtections(call.app, call.actor, { kind, ref: call.ref }, call.page)
      const rows = list.items.map(({ uuid: id, pattern, createRole, deleteRole }) => ({
        id,
        pattern,
        createRole,
        deleteRole,
      }))
      const pagination = pageInfo(list, listOf(call))
      return show(
        <RepoTagProtectionsView chrome={call.chrome} repo={call.head} protections={rows} pagination={pagination} />,
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/settings/tags/new',
    right: 'session',
    handle: async ({ app, actor, ref, chrome, head }) => {
      await getRepoSettings(app, actor, ref)
      const values = newProtection
      return show(<RepoTagProtectionFormView chrome={chrome} repo={head} id={null} values={values} errors={noErrors} />)
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/tags/new',
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
            <RepoTagProtectionFormView chrome={chrome} repo={head} id={null} values={values} errors={errors} />,
            statusOf(problem),
          ),
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/settings/tags/:id/edit',
    right: 'session',
    handle: async ({ app, actor, ref, chrome, head, params }) => {
      const { uuid, ...one } = await getProtection(app, actor, { kind, ref, id: parseRecordId(params['id'] ?? '') })
      const values = { pattern: one.pattern, create_role: one.createRole, delete_role: one.deleteRole }
      return show(<RepoTagProtectionFormView chrome={chrome} repo={head} id={uuid} values={values} errors={noErrors} />)
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/tags/:id/edit',
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
            <RepoTagProtectionFormView chrome={chrome} repo={head} id={uuid} values={values} errors={errors} />,
            statusOf(problem),
          ),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/tags/:id/delete',
    right: 'session',
    handle: async (call) => {
      await removeProtection(call.app, call.actor, { kind, ref: call.ref, id: parseRecordId(call.params['id'] ?? '') })
      return done(listOf(call), 'The protection was removed.')
    },
  }),
]

function listOf({ head }: Call): string {
  return `${repoUrl(head)}/settings/tags`
}

/** As it was typed. */
function typedProtection(form: FormFields): TagProtectionFormValues {
  return {
    pattern: form.text('pattern'),
    create_role: form.text('create_role'),
    delete_role: form.text('delete_role'),
  }
}

function readProtection(values: TagProtectionFormValues): TagProtectionInput {
  return {
    pattern: values.pattern,
    createRole: roleOf('create_role', values.create_role),
    deleteRole: roleOf('delete_role', values.delete_role),
  }
}

function roleOf(field: string, text: string) {
  const role = (['Developer', 'Maintainer', 'Owner', 'Nobody'] as const).find((one) => one === text)
  if (role === undefined) throw invalidField(field, 'format', 'is not a role')
  return role
}
