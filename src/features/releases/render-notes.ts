import { createHash } from 'node:crypto'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { queueOf } from '../../core/queue-of.ts'
import type { Repo } from '../../core/repo.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import type { Place } from '../../markup/task.ts'
import { keepMarkup } from '../contents/keep-markup.ts'
import { resolveReferences } from '../references/resolve-references.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

/**
 * What somebody wrote about a release, as HTML for one reader; null where it takes too long: it is text then. Kept by
 * what it says and where it leads.
 */
export async function renderNotes(
  app: Pick<App, 'clock' | 'config' | 'db' | 'history' | 'kept' | 'markup' | 'objects'>,
  actor: Actor,
  repo: Repo,
  { body, place }: { readonly body: string; readonly place: Place },
): Promise<SafeHtml | null> {
  const [links = {}] = await resolveReferences(app, actor, repo, [body])
  const digest = createHash('sha256')
    .update(JSON.stringify([body, links]))
    .digest('hex')
  return keepMarkup(app, repoDirectory(app.config, repo), ['notes', digest, place.files], () =>
    app.markup.markdown(queueOf(actor), body, { of: 'talk', place, references: links }),
  )
}
