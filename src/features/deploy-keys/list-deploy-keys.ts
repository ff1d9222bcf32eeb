import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { type DeployKey, findKeyOfRepo, listKeysOfRepo } from './store.ts'

export type { DeployKey }

const need = { role: 'Maintainer', scope: 'repo:read' } as const

export async function listDeployKeys(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  request: PageRequest,
): Promise<Page<DeployKey>> {
  const repo = await requireRepo(app, actor, ref, need)
  return listKeysOfRepo(app.db, repo.id, request)
}

export async function getDeployKey(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef, id: RecordId): Promise<DeployKey> {
  const repo = await requireRepo(app, actor, ref, need)
  const key = await findKeyOfRepo(app.db, repo.id, id)
  if (key === null) throw notFound('KEY')
  return key
}
