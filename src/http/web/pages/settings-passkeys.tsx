import { parseRecordId } from '../../../core/record-id.ts'
import { addPasskey } from '../../../features/passkeys/add-passkey.ts'
import { beginPasskey, creationOptions } from '../../../features/passkeys/begin-passkey.ts'
import { removePasskey } from '../../../features/passkeys/remove-passkey.ts'
import { renamePasskey } from '../../../features/passkeys/rename-passkey.ts'
import { deviceName } from '../components/device-name.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, goWithSecret, type PageAnswer, type PageCall, page, show } from '../page-route.ts'
import { SettingsPasskeyNewView } from '../views/settings-passkey-new.tsx'
import { security, showSecurity } from './settings-security.tsx'

type Call = PageCall<'session'>

const passkeys = `${security}/passkeys`
const adding = `${passkeys}/new`

export const settingsPasskeyPages = [
  page({
    method: 'POST',
    path: passkeys,
    right: 'session',
    rate: 'login',
    handle: (call) =>
      orErrors(
        async () => {
          const { app, actor, form } = call
          const factors = { password: form.text('password'), code: form.text('code') }
          return goWithSecret(adding, await beginPasskey(app, actor, factors))
        },
        (errors, kind) => showSecurity(call, { errors, status: statusOf(kind), opened: 'passkey' }),
      ),
  }),
  page({
    method: 'GET',
    path: adding,
    right: 'session',
    holdsSecret: true,
    handle: (call) => {
      const name = deviceName(call.via.userAgent ?? '').name
      return showAdding(call, { name, challenge: call.secret ?? '' }, noErrors)
    },
  }),
  page({
    method: 'POST',
    path: adding,
    right: 'session',
    holdsSecret: true,
    handle: (call) => {
      const { app, actor, form } = call
      const values = { name: form.text('name'), challenge: form.text('challenge') }
      return orErrors(
        async () => {
          const added = await addPasskey(app, actor, { ...values, credential: form.text('credential') })
          return done(security, `The passkey “${added.name}” was added. Next time, sign in with it.`)
        },
        (errors, kind) => showAdding(call, values, errors, statusOf(kind)),
      )
    },
  }),
  page({
    method: 'POST',
    path: `${passkeys}/:id/rename`,
    right: 'session',
    handle: (call) =>
      orErrors(
        async () => {
          const { app, actor, form, params } = call
          const renamed = await renamePasskey(app, actor, parseRecordId(params['id'] ?? ''), form.text('name'))
          return done(security, `The passkey is called “${renamed.name}” now.`)
        },
        // The field is in a dialog that is closed now: it is said at the head of the page.
        ({ name = '' }) => go(security, { tone: 'danger', text: `The passkey keeps its name. ${name}` }),
      ),
  }),
  page({
    method: 'POST',
    path: `${passkeys}/:id/delete`,
    right: 'session',
    handle: async ({ app, actor, params }) => {
      const removed = await removePasskey(app, actor, parseRecordId(params['id'] ?? ''))
      return done(security, `The passkey “${removed.name}” was removed.`)
    },
  }),
]

/** Whoever comes without having shown who they are, or too late, begins where that is asked. */
async function showAdding(
  { app, actor, chrome }: Call,
  values: { name: string; challenge: string },
  errors: FormErrors,
  status = 200,
): Promise<PageAnswer> {
  const options = await creationOptions(app, actor, values.challenge)
  if (options === null) return go(security, { tone: 'warning', text: 'No passkey was added: begin again.' })
  return show(<SettingsPasskeyNewView chrome={chrome} options={options} values={values} errors={errors} />, status)
}
