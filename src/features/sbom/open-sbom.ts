import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { type OpenRevision, openRevision } from '../contents/open-revision.ts'
import { type Scan, type ScanNeeds, scanCommit } from './scan-commit.ts'

export interface OpenSbom extends OpenRevision {
  readonly scan: Scan
}

export type SbomNeeds = ScanNeeds & Pick<App, 'history'>

/** What a revision is built from, for those who may read it. One that was not scanned before is scanned now. */
export async function openSbom(
  app: SbomNeeds,
  actor: Actor,
  ref: RepoRef,
  text: string | undefined,
): Promise<OpenSbom> {
  const open = await openRevision(app, actor, ref, text)
  return { ...open, scan: await scanCommit(app, open.repo, open.revision.sha) }
}
