import { invalidField } from '../../../core/errors.ts'
import { fileSize, parseFileSize } from '../../../core/file-size.ts'
import { updateUser } from '../../../features/admin/update-user.ts'
import { getQuota } from '../../../features/quota/get-storage.ts'
import { allowedBy } from '../../../features/quota/storage.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import { done, type PageAnswer, type PageCall, page, show } from '../page-route.ts'
import { AdminQuotaView } from '../views/admin-quota.tsx'

type Call = PageCall<'admin'>

const path = '/admin/users/:username/quota'
const most = 1e15

export const adminQuotaPages = [
  page({ method: 'GET', path, right: 'admin', handle: (call) => showQuota(call, null, noErrors) }),
  page({
    method: 'POST',
    path,
    right: 'admin',
    handle: (call) => {
      const typed = call.form.text('quota')
      return orErrors(
        async () => {
          const quotaBytes = quotaOf(typed.trim())
          const { username } = await updateUser(call.app, call.actor, nameIn(call), { quotaBytes })
          return done('/admin/users', `The quota of ${username} was saved.`)
        },
        (errors) => showQuota(call, typed, errors, 422),
      )
    },
  }),
]

function nameIn({ params }: Call): string {
  return params['username'] ?? ''
}

function quotaOf(typed: string): number | null {
  if (typed === '') return null
  const bytes = parseFileSize(typed)
  if (bytes === null || bytes > most) throw invalidField('quota', 'format', 'must be a size such as 500 MiB')
  return bytes
}

async function showQuota(call: Call, typed: string | null, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const { username, storage, quotaBytes } = await getQuota(call.app, call.actor, nameIn(call))
  return show(
    <AdminQuotaView
      chrome={call.chrome}
      username={username}
      storage={storage}
      quota={typed ?? written(quotaBytes)}
      usual={allowedBy(call.app, null)}
      errors={errors}
    />,
    status,
  )
}

/** So that saving it again changes nothing. */
function written(bytes: number | null): string {
  if (bytes === null) return ''
  return parseFileSize(fileSize(bytes)) === bytes ? fileSize(bytes) : String(bytes)
}
