import type { App } from '../../app.ts'
import { type Occasion, recordShare } from './record-share.ts'

export interface ResourceUnshare {
  readonly resourceType: string
  readonly resourceId: number
  /** A user's id, or a team's: both are owners'. */
  readonly userId: number
}

/** After a share or somebody's access was revoked; like its counterpart, never in the way of it. */
export async function onResourceUnshared(
  app: Pick<App, 'keys' | 'log'>,
  occasion: Occasion,
  { resourceType, resourceId, userId }: ResourceUnshare,
): Promise<void> {
  if (resourceType !== 'repository') return
  await recordShare(app, occasion, {
    hook: 'on_resource_unshared',
    event: 'REPO_UNSHARED',
    repoId: resourceId,
    granteeId: userId,
    metadata: {},
  })
}
