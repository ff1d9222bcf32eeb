import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import type { Part } from '../blobs/blob-keeping.ts'
import { type Attachment, requireAttachment } from './attachment.ts'

export interface OpenAttachment extends Attachment {
  readonly open: (part: Part | null) => Promise<Readable>
}

export async function openAttachment(
  app: Pick<App, 'blobs' | 'db'>,
  actor: Actor,
  ref: RepoRef,
  id: RecordId,
): Promise<OpenAttachment> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'issues:read' })
  const { attachment, file } = await requireAttachment(app.db, repo, id)
  return { ...attachment, open: (part) => app.blobs.open(file, part) }
}
