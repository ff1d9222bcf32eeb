import { userOf } from '../../../core/actor.ts'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import { accountContents } from '../../../features/admin/account-contents.ts'
import { createUser } from '../../../features/admin/create-user.ts'
import { deleteUser } from '../../../features/admin/delete-user.ts'
import { type ListedUser, listUsers } from '../../../features/admin/list-users.ts'
import { mailPasswordLink } from '../../../features/admin/mail-password-link.ts'
import { type UserChanges, updateUser } from '../../../features/admin/update-user.ts'
import { resetTwoFactor } from '../../../features/two-factor/reset-two-factor.ts'
import { avatarUrl } from '../../avatar-url.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import { done, go, type PageAnswer, type PageCall, type PageRoute, page, show } from '../page-route.ts'
import { tellOfMail } from '../tell-of-mail.ts'
import { AdminUserDeleteView } from '../views/admin-user-delete.tsx'
import type { CreateUserValues } from '../views/admin-user-form.tsx'
import { type AdminUserRow, AdminUsersView } from '../views/admin-users.tsx'
import { backFromPastEnd, pageInfo } from './page-info.ts'

type Call = PageCall<'admin'>

const users = '/admin/users'
const states = ['active', 'disabled', 'admin'] as const
const noUser: CreateUserValues = { username: '', email: '', is_admin: false }

export const adminUserPages = [
  page({ method: 'GET', path: users, right: 'admin', handle: (call) => showUsers(call, noUser, noErrors) }),
  page({
    method: 'POST',
    path: users,
    right: 'admin',
    handle: (call) => {
      const { app, actor, form } = call
      const values = {
        username: form.text('username').trim(),
        email: form.text('email').trim(),
        is_admin: form.ticked('is_admin'),
      }
      return orErrors(
        async () => {
          const made = await createUser(app, actor, {
            ...values,
            password: form.text('password'),
            isAdmin: values.is_admin,
          })
          const mail = tellOfMail(app.config, userOf(actor), {
            sent: `An e-mail with the next steps is on its way to ${values.email}.`,
            link: 'the mail for them',
          })
          return done(users, `The account ${made.username} was created. ${mail}`)
        },
        (errors) => showUsers(call, values, errors, 422),
      )
    },
  }),
  change('disable', set({ disabled: true }), 'was disabled and signed out everywhere'),
  change('enable', set({ disabled: false }), 'was enabled'),
  change('make-admin', set({ isAdmin: true }), 'is an administrator now'),
  change('remove-admin', set({ isAdmin: false }), 'is no longer an administrator'),
  change(
    'reset-2fa',
    ({ app, actor }, name) => resetTwoFactor(app, actor, name),
    'now signs in with the password alone; any passkeys were removed, and all sessions were ended',
  ),
  change(
    'password-link',
    ({ app, actor }, name) => mailPasswordLink(app, actor, name),
    ({ app, actor }, name) => {
      const mail = tellOfMail(app.config, userOf(actor), { sent: 'It is on its way by mail.', link: 'it' })
      return `${name} gets a link for a new password, which works for an hour. ${mail}`
    },
  ),
  page({
    method: 'GET',
    path: `${users}/:username/delete`,
    right: 'admin',
    handle: (call) => showDelete(call, noErrors),
  }),
  page({
    method: 'POST',
    path: `${users}/:username/delete`,
    right: 'admin',
    handle: async (call) => {
      const username = call.params['username'] ?? ''
      if (call.form.text('confirm').trim() !== username) {
        return showDelete(call, { confirm: `Type ${username} to confirm.` }, 422)
      }
      return orErrors(
        async () => {
          await deleteUser(call.app, call.actor, username)
          return done(users, `${username} was deleted with everything they owned.`)
        },
        (errors) => showDelete(call, errors, 409),
      )
    },
  }),
]

type Change = (call: Call, username: string) => Promise<unknown>

function set(changes: UserChanges): Change {
  return ({ app, actor }, username) => updateUser(app, actor, username, changes)
}

function change(verb: string, make: Change, said: string | ((call: Call, username: string) => string)): PageRoute {
  return page({
    method: 'POST',
    path: `${users}/:username/${verb}`,
    right: 'admin',
    handle: (call) =>
      orErrors(
        async () => {
          const username = call.params['username'] ?? ''
          await make(call, username)
          return done(users, typeof said === 'string' ? `${username} ${said}.` : said(call, username))
        },
        (errors) => go(users, { tone: 'danger', text: errors['form'] ?? 'That did not work.' }),
      ),
  })
}

async function showUsers(
  { app, actor, chrome, query, page: request }: Call,
  values: CreateUserValues,
  errors: FormErrors,
  status = 200,
): Promise<PageAnswer> {
  const q = (query['q'] ?? '').trim()
  const state = states.find((one) => one === query['state']) ?? ''
  const list = await listUsers(app, actor, { q, state: state === '' ? undefined : state }, request)
  const back = backFromPastEnd(list, users, { q, state })
  if (back !== null) return go(back)
  const rows = list.items.map((user) => rowOf(user, userOf(actor)?.id === user.id))
  return show(
    <AdminUsersView
      chrome={chrome}
      users={rows}
      pagination={pageInfo(list, users, { q, state })}
      filter={{ q, state }}
      values={values}
      errors={errors}
    />,
    status,
  )
}

function rowOf(user: ListedUser, isSelf: boolean): AdminUserRow {
  return {
    username: user.username,
    email: user.email,
    emailVerified: user.emailVerified,
    avatarUrl: avatarUrl(user.username),
    isAdmin: user.isAdmin,
    state: user.disabled ? 'disabled' : 'active',
    twoFactor: user.twoFactor,
    passkeys: user.passkeys,
    createdAt: iso(user.createdAt),
    lastSeenAt: maybeIso(user.lastSeenAt),
    storage: { used: user.usedBytes, allowed: user.allowedBytes },
    can: {
      disable: !user.disabled && !isSelf,
      enable: user.disabled,
      makeAdmin: !user.isAdmin,
      removeAdmin: user.isAdmin && !isSelf,
      resetTwoFactor: (user.twoFactor || user.passkeys > 0) && !isSelf,
      mailPasswordLink: !user.disabled && !isSelf,
      delete: !isSelf,
    },
  }
}

async function showDelete({ app, actor, chrome, params }: Call, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const { user, teamsLeftAlone, ...losses } = await accountContents(app, actor, params['username'] ?? '')
  if (userOf(actor)?.id === user.id) {
    return go(users, { tone: 'danger', text: 'You cannot delete your own account here.' })
  }
  return show(
    <AdminUserDeleteView
      chrome={chrome}
      username={user.username}
      losses={losses}
      errors={errors}
      teamsLeftAlone={teamsLeftAlone}
      can={{ disableInstead: !user.disabled }}
    />,
    status,
  )
}
