import { invalidField } from '../../../core/errors.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import { addTagProtection } from '../../../features/protection/add-tag-protection.ts'
import { changeTagProtection } from '../../../features/protection/change-tag-protection.ts'
import { getTagProtection } from '../../../features/protection/get-tag-protection.ts'
import { listTagProtections } from '../../../features/protection/list-tag-protections.ts'
import type { TagProtectionInput } from '../../../features/protection/parse-tag-protection.ts'
import { removeTagProtection } from '../../../features/protection/remove-tag-protection.ts'
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

type Call = RepoCall<'session'>

const newProtection: TagProtectionFormValues = { pattern: '', create_role: 'Maintainer', delete_role: 'Maintainer' }

export const repoTagProtectionPages = [
  repoPage({
    method: 'GET',
    path: '/settings/tags',
    right: 'session',
    handle: async (call) => {
      const list = await listTagProtections(call.app, call.actor, call.ref, call.page)
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
          const added = await addTagProtection(app, actor, ref, readProtection(values))
          return done(listOf(call), `${added.pattern} is protected.`)
        },
        (errors, kind) =>
          show(
            <RepoTagProtectionFormView chrome={chrome} repo={head} id={null} values={values} errors={errors} />,
            statusOf(kind),
          ),
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/settings/tags/:id/edit',
    right: 'session',
    handle: async ({ app, actor, ref, chrome, head, params }) => {
      const { uuid, ...one } = await getTagProtection(app, actor, ref, parseRecordId(params['id'] ?? ''))
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
      const { uuid } = await getTagProtection(app, actor, ref, parseRecordId(call.params['id'] ?? ''))
      const values = typedProtection(call.form)
      return orErrors(
        async () => {
          const saved = await changeTagProtection(app, actor, { ref, id: { uuid } }, readProtection(values))
          return done(listOf(call), `The protection of ${saved.pattern} was saved.`)
        },
        (errors, kind) =>
          show(
            <RepoTagProtectionFormView chrome={chrome} repo={head} id={uuid} values={values} errors={errors} />,
            statusOf(kind),
          ),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/tags/:id/delete',
    right: 'session',
    handle: async (call) => {
      await removeTagProtection(call.app, call.actor, call.ref, parseRecordId(call.params['id'] ?? ''))
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
