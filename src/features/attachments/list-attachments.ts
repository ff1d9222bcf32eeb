import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { readPage } from '../../db/read-page.ts'
import { requireRepo } from '../access/require-repo.ts'
import { type Attachment, attachmentOf, selectAttachments } from './attachment.ts'
import { findNamed } from './find-named.ts'

/** For whoever looks after the repository: what takes its room, the newest first, and whether anything names it. */
export async function listAttachments(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  request: PageRequest,
): Promise<Page<Attachment>> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'issues:read' })
  const found = await readPage(selectAttachments(app.db, repo.id).orderBy('attachments.id', 'desc'), request)
  const open = found.items.flatMap(({ unusedSince }) => unusedSince ?? [])
  const named = open.length === 0 ? new Set<string>() : await findNamed(app.db, repo.id, Math.min(...open))
  return { ...found, items: found.items.map((row) => attachmentOf(repo, row, named)) }
}
