import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { record } from '../audit/record.ts'
import type { Protection } from './store.ts'

export interface ProtectionChange {
  readonly actor: Actor
  readonly repo: Repo
  readonly before: Protection | null
  readonly after: Protection | null
}

/** The audit log keeps both sides: what a branch was protected from on some day can be read from it. */
export async function recordProtection(app: Pick<App, 'keys'>, tx: Tx, change: ProtectionChange): Promise<void> {
  const { actor, repo, before, after } = change
  await record(app, tx, actor, {
    event: 'BRANCH_PROTECTION_CHANGED',
    target: { type: 'repository', id: repo.uuid, name: `${repo.owner}/${repo.slug}` },
    metadata: {
      action: before === null ? 'created' : after === null ? 'deleted' : 'updated',
      pattern: (after ?? before)?.pattern,
      before: before === null ? null : settingsOf(before),
      after: after === null ? null : settingsOf(after),
    },
  })
}

function settingsOf(one: Protection): Record<string, unknown> {
  return {
    pattern: one.pattern,
    push_role: one.pushRole,
    merge_role: one.mergeRole,
    allowed_pushers: one.pushers.map((user) => user.username),
    allow_force_push: one.allowForcePush,
    allow_delete: one.allowDelete,
    required_approvals: one.requiredApprovals,
    dismiss_stale_approvals: one.dismissStaleApprovals,
    required_checks: one.requiredChecks,
  }
}
