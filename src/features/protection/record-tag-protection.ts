import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { record } from '../audit/record.ts'
import type { TagProtection } from './tag-store.ts'

export interface TagProtectionChange {
  readonly actor: Actor
  readonly repo: Repo
  readonly before: TagProtection | null
  readonly after: TagProtection | null
}

/** Both sides, as with branches. */
export async function recordTagProtection(app: Pick<App, 'keys'>, tx: Tx, change: TagProtectionChange): Promise<void> {
  const { actor, repo, before, after } = change
  await record(app, tx, actor, {
    event: 'TAG_PROTECTION_CHANGED',
    target: { type: 'repository', id: repo.uuid, name: `${repo.owner}/${repo.slug}` },
    metadata: {
      action: before === null ? 'created' : after === null ? 'deleted' : 'updated',
      pattern: (after ?? before)?.pattern,
      before: before === null ? null : settingsOf(before),
      after: after === null ? null : settingsOf(after),
    },
  })
}

function settingsOf(one: TagProtection): Record<string, unknown> {
  return { pattern: one.pattern, create_role: one.createRole, delete_role: one.deleteRole }
}
