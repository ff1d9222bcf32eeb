import { createHash } from 'node:crypto'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { queueOf } from '../../core/queue-of.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import type { Place } from '../../markup/task.ts'
import { requireRepo } from '../access/require-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { keepMarkup } from './keep-markup.ts'

/** As long as what people write elsewhere; more is looked at once it is there. */
const longest = 65_536

/** What a Markdown file will look like; null where it is too long, or takes too long. */
export async function previewDocument(
  app: Pick<App, 'clock' | 'config' | 'db' | 'kept' | 'markup'>,
  actor: Actor,
  ref: RepoRef,
  { text, place }: { readonly text: string; readonly place: Place },
): Promise<SafeHtml | null> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  if (text.length > longest) return null
  const digest = createHash('sha256').update(text).digest('hex')
  return keepMarkup(app, repoDirectory(app.config, repo), ['document', digest, place.files, place.folder], () =>
    app.markup.markdown(queueOf(actor), text, { of: 'document', place, references: {} }),
  )
}
