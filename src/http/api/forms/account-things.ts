import { Type } from 'typebox'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import type { User } from '../../../core/user.ts'
import type { DeployKey } from '../../../features/deploy-keys/list-deploy-keys.ts'
import type { Passkey } from '../../../features/passkeys/list-passkeys.ts'
import type { OwnSession } from '../../../features/sessions/list-sessions.ts'
import type { SshKey } from '../../../features/ssh-keys/list-keys.ts'
import type { AccessToken } from '../../../features/tokens/list-tokens.ts'
import type { TwoFactorSetUp } from '../../../features/two-factor/set-up.ts'
import { maybeText, maybeTimestamp, plain, sameInBoth, timestamp } from './form.ts'

const tokenFields = {
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  created_at: timestamp,
  expires_at: timestamp,
  last_used_at: maybeTimestamp,
}

function presentToken(value: AccessToken): object {
  return {
    name: value.name,
    scopes: value.scopes,
    created_at: iso(value.createdAt),
    expires_at: iso(value.expiresAt),
    last_used_at: maybeIso(value.lastUsedAt),
  }
}

export const token = sameInBoth<AccessToken>(tokenFields, presentToken)

export const newToken = sameInBoth<AccessToken & { readonly secret: string }>(
  { ...tokenFields, token: Type.String({ description: 'Shown this once' }) },
  (value) => ({ ...presentToken(value), token: value.secret }),
)

export const session = sameInBoth<OwnSession>(
  {
    created_at: timestamp,
    last_seen_at: timestamp,
    expires_at: timestamp,
    ip: maybeText,
    user_agent: maybeText,
    current: Type.Boolean({ description: 'The session that asks' }),
  },
  (value) => ({
    created_at: iso(value.createdAt),
    last_seen_at: iso(value.lastSeenAt),
    expires_at: iso(value.expiresAt),
    ip: value.ip,
    user_agent: value.userAgent,
    current: value.current,
  }),
)

const keyFields = {
  title: Type.String(),
  key: Type.String(),
  fingerprint: Type.String({ description: 'SHA256:…' }),
  key_type: Type.String(),
  created_at: timestamp,
  last_used_at: maybeTimestamp,
}

function presentKey(value: SshKey): object {
  return {
    title: value.title,
    key: value.key,
    fingerprint: value.fingerprint,
    key_type: value.keyType,
    created_at: iso(value.createdAt),
    last_used_at: maybeIso(value.lastUsedAt),
  }
}

export const sshKey = sameInBoth<SshKey>(keyFields, presentKey)

export const passkey = sameInBoth<Passkey>(
  {
    name: Type.String(),
    synced: Type.Boolean({ description: 'Whether its provider keeps a copy for other devices, as of its last use' }),
    created_at: timestamp,
    last_used_at: maybeTimestamp,
  },
  (value) => ({
    name: value.name,
    synced: value.isSynced,
    created_at: iso(value.createdAt),
    last_used_at: maybeIso(value.lastUsedAt),
  }),
)

export const deployKey = sameInBoth<DeployKey>({ ...keyFields, read_only: Type.Boolean() }, (value) => ({
  ...presentKey(value),
  read_only: value.readOnly,
}))

export const twoFactorSetUp = plain<TwoFactorSetUp>(
  { secret: Type.String(), otpauth_url: Type.String(), qr_svg: Type.String() },
  (value) => ({ secret: value.secret, otpauth_url: value.otpauthUrl, qr_svg: value.qrSvg }),
)

export const recoveryCodes = plain<readonly string[]>(
  { recovery_codes: Type.Array(Type.String(), { description: 'Each works once; shown this once' }) },
  (codes) => ({ recovery_codes: codes }),
)

export const emailVerification = plain<User>({ email: Type.String(), email_verified: Type.Boolean() }, (user) => ({
  email: user.email,
  email_verified: user.emailVerified,
}))
