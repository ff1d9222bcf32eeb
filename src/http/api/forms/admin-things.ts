import { Type } from 'typebox'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import type { Job } from '../../../features/admin/jobs.ts'
import type { ListedUser } from '../../../features/admin/list-users.ts'
import type { AuditEntry } from '../../../features/audit/list-audit.ts'
import {
  type Form,
  idIn,
  idSchema,
  maybeText,
  maybeTimestamp,
  type Presentation,
  type Presenter,
  sameInBoth,
  timestamp,
} from './form.ts'
import { user } from './user.ts'

/** The user as everywhere, with what an administrator needs besides. */
function adminUserIn(form: Form): Presenter<ListedUser> {
  return {
    schema: Type.Object({
      ...user[form].schema.properties,
      is_admin: Type.Boolean(),
      disabled: Type.Boolean(),
      two_factor: Type.Boolean(),
      last_seen_at: maybeTimestamp,
      used_bytes: Type.Integer({ description: 'What its repositories, LFS objects and release files take' }),
      quota_bytes: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Its own. Null: what the setting says. 0: no limit',
      }),
      created_at: timestamp,
    }),
    present: (value, context) => ({
      ...user[form].present(value, context),
      is_admin: value.isAdmin,
      disabled: value.disabled,
      two_factor: value.twoFactor,
      last_seen_at: maybeIso(value.lastSeenAt),
      used_bytes: value.usedBytes,
      quota_bytes: value.quotaBytes,
      created_at: iso(value.createdAt),
    }),
  }
}

export const adminUser: Presentation<ListedUser> = { A: adminUserIn('A'), B: adminUserIn('B') }

function auditIn(form: Form): Presenter<AuditEntry> {
  const id = idSchema[form]
  return {
    schema: Type.Object({
      id,
      event: Type.String(),
      actor: Type.Union([Type.Object({ id, username: Type.String() }), Type.Null()]),
      actor_ip: maybeText,
      user_agent: maybeText,
      origin: Type.String({ enum: ['web', 'api', 'ssh', 'system'] }),
      target_type: maybeText,
      target_id: maybeText,
      target_name: maybeText,
      metadata: Type.Object({}, { additionalProperties: true }),
      created_at: timestamp,
      prev_hash: Type.String(),
      hash: Type.String(),
    }),
    present: (value) => ({
      id: idIn(form, value),
      event: value.event,
      actor: value.actor === null ? null : { id: idIn(form, value.actor), username: value.actor.username },
      actor_ip: value.actorIp,
      user_agent: value.userAgent,
      origin: value.origin,
      target_type: value.targetType,
      target_id: value.targetId,
      target_name: value.targetName,
      metadata: value.metadata,
      created_at: iso(value.createdAt),
      prev_hash: value.prevHash,
      hash: value.hash,
    }),
  }
}

export const auditEntry: Presentation<AuditEntry> = { A: auditIn('A'), B: auditIn('B') }

export const job = sameInBoth<Job>(
  {
    name: Type.String(),
    state: Type.String({ enum: ['ready', 'running', 'dead'] }),
    attempts: Type.Integer(),
    run_at: timestamp,
    last_error: maybeText,
    created_at: timestamp,
  },
  (value) => ({
    name: value.name,
    state: value.state,
    attempts: value.attempts,
    run_at: iso(value.runAt),
    last_error: value.lastError,
    created_at: iso(value.createdAt),
  }),
)
