import { iso, maybeIso } from '../../../core/iso-time.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import { endOtherSessions, endSession } from '../../../features/sessions/end-session.ts'
import { listSessions } from '../../../features/sessions/list-sessions.ts'
import { addKey } from '../../../features/ssh-keys/add-key.ts'
import { listKeys } from '../../../features/ssh-keys/list-keys.ts'
import { removeKey } from '../../../features/ssh-keys/remove-key.ts'
import { createToken } from '../../../features/tokens/create-token.ts'
import { listTokens } from '../../../features/tokens/list-tokens.ts'
import { revokeToken } from '../../../features/tokens/revoke-token.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import { done, goWithSecret, type PageAnswer, type PageCall, page, show } from '../page-route.ts'
import { SettingsSessionsView } from '../views/settings-sessions.tsx'
import { SettingsSshKeysView } from '../views/settings-ssh-keys.tsx'
import type { NewTokenValues } from '../views/settings-token-form.tsx'
import { type SettingsTokensProps, SettingsTokensView } from '../views/settings-tokens.tsx'
import { pageInfo } from './page-info.ts'
import { withoutSecret } from './without-secret.ts'

type Call = PageCall<'session'>

const keys = '/settings/ssh-keys'
const sessions = '/settings/sessions'
const tokens = '/settings/tokens'
const noToken: NewTokenValues = { name: '', scopes: [], expires_in_days: '' }

export const settingsCredentialPages = [
  page({
    method: 'GET',
    path: keys,
    right: 'session',
    handle: (call) => showKeys(call, { title: '', key: '' }, noErrors),
  }),
  page({
    method: 'POST',
    path: keys,
    right: 'session',
    handle: (call) => {
      const values = { title: call.form.text('title'), key: call.form.text('key') }
      return orErrors(
        async () => {
          const added = await addKey(call.app, call.actor, values)
          return done(keys, `The key “${added.title}” was added.`)
        },
        (errors) => showKeys(call, withoutSecret(values), errors, 422),
      )
    },
  }),
  page({
    method: 'POST',
    path: `${keys}/:id/delete`,
    right: 'session',
    handle: async ({ app, actor, params }) => {
      await removeKey(app, actor, parseRecordId(params['id'] ?? ''))
      return done(keys, 'The key was removed.')
    },
  }),
  page({
    method: 'GET',
    path: sessions,
    right: 'session',
    handle: async ({ app, actor, chrome, page: request }) => {
      const list = await listSessions(app, actor, request)
      const rows = list.items.map((one) => ({
        id: one.uuid,
        current: one.current,
        userAgent: one.userAgent ?? '',
        ip: one.ip ?? '',
        createdAt: iso(one.createdAt),
        lastSeenAt: iso(one.lastSeenAt),
      }))
      return show(<SettingsSessionsView chrome={chrome} sessions={rows} pagination={pageInfo(list, sessions)} />)
    },
  }),
  page({
    method: 'POST',
    path: `${sessions}/:id/delete`,
    right: 'session',
    handle: async ({ app, actor, params }) => {
      await endSession(app, actor, parseRecordId(params['id'] ?? ''))
      return done(sessions, 'The session was signed out.')
    },
  }),
  page({
    method: 'POST',
    path: `${sessions}/delete-others`,
    right: 'session',
    handle: async ({ app, actor }) => {
      const ended = await endOtherSessions(app, actor)
      return done(sessions, ended === 1 ? '1 session was signed out.' : `${ended} sessions were signed out.`)
    },
  }),
  page({
    method: 'GET',
    path: tokens,
    right: 'session',
    handle: (call) => showTokens(call, { values: noToken, errors: noErrors, created: createdOf(call.secret) }),
  }),
  page({
    method: 'POST',
    path: tokens,
    right: 'session',
    handle: (call) => {
      const { form } = call
      const values = {
        name: form.text('name'),
        scopes: form.all('scopes'),
        expires_in_days: form.text('expires_in_days'),
      }
      return orErrors(
        async () => {
          const days = form.number('expires_in_days')
          const made = await createToken(call.app, call.actor, { ...values, expiresInDays: days })
          return goWithSecret(tokens, `${made.secret} ${made.name}`)
        },
        (errors) => showTokens(call, { values, errors, created: null }, 422),
      )
    },
  }),
  page({
    method: 'POST',
    path: `${tokens}/:id/delete`,
    right: 'session',
    handle: async ({ app, actor, params }) => {
      await revokeToken(app, actor, parseRecordId(params['id'] ?? ''))
      return done(tokens, 'The token was revoked.')
    },
  }),
]

async function showKeys(
  { app, actor, chrome, page: request }: Call,
  values: { title: string; key: string },
  errors: FormErrors,
  status = 200,
): Promise<PageAnswer> {
  const list = await listKeys(app, actor, request)
  const rows = list.items.map((one) => ({
    id: one.uuid,
    title: one.title,
    fingerprint: one.fingerprint,
    keyType: one.keyType,
    createdAt: iso(one.createdAt),
    lastUsedAt: maybeIso(one.lastUsedAt),
  }))
  const ssh = app.config.SSH_ENABLED ? { host: new URL(app.config.BASE_URL).hostname, port: app.config.SSH_PORT } : null
  const pagination = pageInfo(list, keys)
  return show(
    <SettingsSshKeysView
      chrome={chrome}
      keys={rows}
      pagination={pagination}
      values={values}
      errors={errors}
      ssh={ssh}
    />,
    status,
  )
}

function createdOf(secret: string | null): SettingsTokensProps['created'] {
  const space = secret?.indexOf(' ') ?? 0
  return secret === null ? null : { token: secret.slice(0, space), name: secret.slice(space + 1) }
}

async function showTokens(
  { app, actor, chrome, page: request }: Call,
  shown: Pick<SettingsTokensProps, 'values' | 'errors' | 'created'>,
  status = 200,
): Promise<PageAnswer> {
  const list = await listTokens(app, actor, request)
  const now = app.clock.now()
  const rows = list.items.map((one) => ({
    id: one.uuid,
    name: one.name,
    scopes: one.scopes,
    createdAt: iso(one.createdAt),
    expiresAt: iso(one.expiresAt),
    expired: one.expiresAt <= now,
    lastUsedAt: maybeIso(one.lastUsedAt),
  }))
  const pagination = pageInfo(list, tokens)
  return show(<SettingsTokensView chrome={chrome} tokens={rows} pagination={pagination} {...shown} />, status)
}
