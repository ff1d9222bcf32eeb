import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { findTracker } from '../trackers/find-tracker.ts'
import type { Import } from './import.ts'
import { findImport } from './import-store.ts'

type Needs = Pick<App, 'clock' | 'db'>

/** For those who may write to it: where it comes from may be nobody else's business. */
export async function getImport(app: Needs, actor: Actor, ref: RepoRef): Promise<Import> {
  const found = await findImportOf(app, actor, ref)
  if (found === null) throw notFound('IMPORT')
  return found
}

/** Null where it was not imported. */
export async function findImportOf(app: Needs, actor: Actor, ref: RepoRef): Promise<Import | null> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:read' })
  const found = await findImport(app.db, repo.id, app.clock.now())
  return found === null ? null : { ...found, tracker: await findTracker(app.db, repo.id) }
}
