import type { Generated } from 'kysely'
import type { Role } from '../core/roles.ts'

/** People and teams, and what they sign in with. */
export interface AccountsSchema {
  owners: OwnersTable
  owner_redirects: OwnerRedirectsTable
  users: UsersTable
  user_search: UserSearchTable
  teams: TeamsTable
  team_members: TeamMembersTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  login_challenges: LoginChallengesTable
  two_factor: TwoFactorTable
  recovery_codes: RecoveryCodesTable
  mail_tokens: MailTokensTable
  access_tokens: AccessTokensTable
  ssh_keys: SshKeysTable
  passkeys: PasskeysTable
  used_challenges: UsedChallengesTable
  sign_in_identities: SignInIdentitiesTable
  key_claims: KeyClaimsTable
}

/** Users and teams share one name space: the first segment of a repository's URL. */
interface OwnersTable {
  id: Generated<number>
  uuid: string
  /** `deleted`: whom what is left of a deleted repository belongs to until it is gone. */
  kind: 'user' | 'team' | 'deleted'
  name: string
  name_key: string
  created_at: number
  /** Where its repositories lie: the first name that it had, so that another name moves nothing on disk. */
  directory: string
  /** Null: what the setting says. 0: no limit. */
  quota_bytes: number | null
}

/** Names that an owner had. They lead on to it, and stay its own for as long as it is there. */
interface OwnerRedirectsTable {
  name_key: string
  owner_id: number
}

/** `id` is the owner's. */
interface UsersTable {
  id: number
  full_name: string
  email: string
  email_key: string
  email_verified: number
  /** When they put the list of first steps away. */
  first_steps_hidden_at: number | null
  password_hash: string
  is_admin: number
  disabled_at: number | null
  last_seen_at: number | null
  pending_email: string | null
  /** How many they ever got: the next one's position follows. */
  last_notification: Generated<number>
}

/** What each person is found by (see grams.ts): kept by triggers, a virtual table on SQLite. */
interface UserSearchTable {
  user_id: number
  grams: string[]
}

/** `id` is the owner's, whose name is the team's slug. */
interface TeamsTable {
  id: number
  /** What people read; often the same as the slug. */
  title: string
  description: string
}

interface TeamMembersTable {
  team_id: number
  user_id: number
  /** The role in every repository that the team owns. */
  role: Role
  created_at: number
}

interface SessionsTable {
  id: Generated<number>
  uuid: string
  user_id: number
  created_at: number
  last_seen_at: number
  expires_at: number
  ended_at: number | null
  ip: string | null
  user_agent: string | null
}

interface RefreshTokensTable {
  id: Generated<number>
  session_id: number
  token_hash: string
  expires_at: number
  used_at: number | null
}

/** A password was right, or somebody signed in elsewhere; the second factor is awaited. */
interface LoginChallengesTable {
  id: Generated<number>
  user_id: number
  token_hash: string
  expires_at: number
  tries_left: number
  /** By which they signed in elsewhere; null: by password. */
  identity_id: number | null
}

/** Who somebody is at a service where they sign in in place of here: the issuer and the subject together. */
interface SignInIdentitiesTable {
  id: Generated<number>
  uuid: string
  user_id: number
  issuer: string
  subject: string
  /** As it was told last: for people to know it again, and for nothing else. */
  email: string | null
  created_at: number
  last_used_at: number | null
}

interface TwoFactorTable {
  user_id: number
  secret_sealed: string
  /** Null while enrolment is under way. */
  enabled_at: number | null
  /** The last time step that was accepted: a code works once. */
  last_step: number
}

interface RecoveryCodesTable {
  id: Generated<number>
  user_id: number
  code_hash: string
}

interface MailTokensTable {
  id: Generated<number>
  user_id: number
  purpose: 'verify-email' | 'reset-password' | 'invitation'
  token_hash: string
  /** The address that the token was sent to: it proves nothing about any other. */
  email: string
  expires_at: number
}

interface AccessTokensTable {
  id: Generated<number>
  uuid: string
  user_id: number
  name: string
  token_hash: string
  scopes: string
  created_at: number
  expires_at: number
  last_used_at: number | null
}

interface SshKeysTable {
  id: Generated<number>
  uuid: string
  user_id: number
  title: string
  key_type: string
  public_key: string
  fingerprint: string
  created_at: number
  last_used_at: number | null
}

interface PasskeysTable {
  id: Generated<number>
  uuid: string
  user_id: number
  name: string
  /** As the authenticator calls it, in base64url, like the key. */
  credential_id: string
  public_key: string
  /** How often it was used, where the authenticator counts; 0 where it does not. */
  counter: number
  /** A list of words, in JSON: how the browser reaches it. */
  transports: string
  is_synced: number
  created_at: number
  last_used_at: number | null
}

/** Challenges of passkeys that were answered, until they would have lapsed anyway. */
interface UsedChallengesTable {
  id: Generated<number>
  challenge_hash: string
  expires_at: number
}

/** A key opens one account or one repository: whoever has it first. */
interface KeyClaimsTable {
  fingerprint: string
  ssh_key_id: number | null
  deploy_key_id: number | null
}
