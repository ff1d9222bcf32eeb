import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { type Attachment, requireAttachment } from './attachment.ts'

/** By whoever uploaded it, and by Maintainers, also in an archived repository: it takes room there too. */
export async function deleteAttachment(
  app: Pick<App, 'db' | 'keys'>,
  actor: KnownActor,
  ref: RepoRef,
  id: RecordId,
): Promise<Attachment> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'issues:write', evenArchived: true })
  const { attachment, uploaderId } = await requireAttachment(app.db, repo, id)
  if (uploaderId !== actor.user.id && !atLeast(repo.role, 'Maintainer')) {
    throw forbidden(`Only who uploaded it may delete it, and Maintainers; you are ${repo.role} here`)
  }
  await inTransaction(app, async (tx) => {
    const gone = await tx.deleteFrom('attachments').where('id', '=', attachment.id).executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw notFound('ATTACHMENT')
    await emit(tx, { type: 'blob.released', repoId: repo.id })
    await record(app, tx, actor, {
      event: 'ATTACHMENT_DELETED',
      target: { type: 'attachment', id: attachment.uuid, name: attachment.name },
      metadata: { repository: `${repo.owner}/${repo.slug}`, uploader: attachment.uploader, size: attachment.size },
    })
  })
  return attachment
}
