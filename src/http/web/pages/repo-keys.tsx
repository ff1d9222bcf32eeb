import { iso, maybeIso } from '../../../core/iso-time.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import { addDeployKey } from '../../../features/deploy-keys/add-deploy-key.ts'
import { listDeployKeys } from '../../../features/deploy-keys/list-deploy-keys.ts'
import { removeDeployKey } from '../../../features/deploy-keys/remove-deploy-key.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type RepoKeysProps, RepoKeysView } from '../views/repo-keys.tsx'
import { pageInfo } from './page-info.ts'
import { withoutSecret } from './without-secret.ts'

type Call = RepoCall<'session'>

export const repoKeyPages = [
  repoPage({
    method: 'GET',
    path: '/settings/keys',
    right: 'session',
    handle: (call) => showKeys(call, { title: '', key: '', write: false }, noErrors),
  }),
  repoPage({
    method: 'POST',
    path: '/settings/keys',
    right: 'session',
    handle: (call) => {
      const { app, actor, ref, form } = call
      const values = { title: form.text('title'), key: form.text('key'), write: form.ticked('write') }
      return orErrors(
        async () => {
          const added = await addDeployKey(app, actor, ref, { ...values, readOnly: !values.write })
          return done(keysOf(call), `The key “${added.title}” was added.`)
        },
        (errors, kind) => showKeys(call, withoutSecret(values), errors, statusOf(kind)),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/keys/:id/delete',
    right: 'session',
    handle: async (call) => {
      await removeDeployKey(call.app, call.actor, call.ref, parseRecordId(call.params['id'] ?? ''))
      return done(keysOf(call), 'The key was removed.')
    },
  }),
]

function keysOf({ head }: Call): string {
  return `${repoUrl(head)}/settings/keys`
}

async function showKeys(
  call: Call,
  values: RepoKeysProps['values'],
  errors: FormErrors,
  status = 200,
): Promise<PageAnswer> {
  const list = await listDeployKeys(call.app, call.actor, call.ref, call.page)
  const rows = list.items.map((one) => ({
    id: one.uuid,
    title: one.title,
    fingerprint: one.fingerprint,
    keyType: one.keyType,
    readOnly: one.readOnly,
    createdAt: iso(one.createdAt),
    lastUsedAt: maybeIso(one.lastUsedAt),
  }))
  const pagination = pageInfo(list, keysOf(call))
  return show(
    <RepoKeysView
      chrome={call.chrome}
      repo={call.head}
      keys={rows}
      pagination={pagination}
      values={values}
      errors={errors}
    />,
    status,
  )
}
