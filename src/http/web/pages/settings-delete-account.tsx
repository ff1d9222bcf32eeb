import { deleteOwnAccount } from '../../../features/accounts/delete-own-account.ts'
import { ownContents } from '../../../features/admin/account-contents.ts'
import { accountObstacles } from '../../../features/admin/account-obstacles.ts'
import { hasOwnPassword } from '../../../features/passwords/no-password.ts'
import { isTwoFactorOn } from '../../../features/two-factor/two-factor-state.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, type PageAnswer, type PageCall, page, show } from '../page-route.ts'
import { SettingsDeleteAccountView } from '../views/settings-delete-account.tsx'

type Call = PageCall<'session'>

const path = '/settings/security/delete'

export const settingsDeleteAccountPages = [
  page({ method: 'GET', path, right: 'session', handle: (call) => showDelete(call, noErrors) }),
  page({
    method: 'POST',
    path,
    right: 'session',
    rate: 'login',
    handle: (call) =>
      orErrors(
        async () => {
          const { app, actor, form } = call
          const farewell = { password: form.text('password'), code: form.text('code'), confirm: form.text('confirm') }
          await deleteOwnAccount(app, actor, farewell)
          call.clearSession()
          return done('/', `The account ${actor.user.username} was deleted, and you are signed out everywhere.`)
        },
        (errors, kind) => showDelete(call, errors, statusOf(kind)),
      ),
    limited: (call, errors) => showDelete(call, errors),
  }),
]

async function showDelete({ app, actor, chrome }: Call, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const [{ user, ...losses }, obstacles, twoFactor, hasPassword] = await Promise.all([
    ownContents(app, actor),
    accountObstacles(app, actor),
    isTwoFactorOn(app.db, actor.user.id),
    hasOwnPassword(app.db, actor.user.id),
  ])
  return show(
    <SettingsDeleteAccountView
      chrome={chrome}
      username={user.username}
      losses={losses}
      obstacles={obstacles}
      twoFactor={twoFactor}
      hasPassword={hasPassword}
      errors={errors}
    />,
    status,
  )
}
