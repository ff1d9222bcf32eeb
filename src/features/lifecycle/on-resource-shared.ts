import type { App } from '../../app.ts'
import type { Role } from '../../core/roles.ts'
import { type Occasion, recordShare } from './record-share.ts'

export interface ResourceShare {
  readonly resourceType: string
  readonly resourceId: number
  /** A user's id, or a team's: both are owners'. */
  readonly sharedWithUserId: number
  readonly permissionLevel: Role
  readonly sharedByUserId: number
}

/**
 * After something was shared, in the transaction of the share: what is written is written together. Never in its way:
 * an error of the hook is a warning in the log, and the share stands.
 */
export async function onResourceShared(
  app: Pick<App, 'keys' | 'log'>,
  occasion: Occasion,
  share: ResourceShare,
): Promise<void> {
  if (share.resourceType !== 'repository') return
  await recordShare(app, occasion, {
    hook: 'on_resource_shared',
    event: 'REPO_SHARED',
    repoId: share.resourceId,
    granteeId: share.sharedWithUserId,
    metadata: { permission_level: share.permissionLevel },
  })
}
