import { createHash } from 'node:crypto'
import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import type { Place } from '../../markup/task.ts'
import { tryOf } from '../contents/render-document.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

/** What somebody wrote about a release, as HTML; null where it takes too long: it is text then. Kept by what it says. */
export async function renderNotes(
  app: Pick<App, 'clock' | 'config' | 'kept' | 'markup'>,
  repo: Repo,
  body: string,
  place: Place,
): Promise<SafeHtml | null> {
  const digest = createHash('sha256').update(body).digest('hex')
  const question = ['notes', digest, place.files, tryOf(app)]
  const { html } = await app.kept.of(repoDirectory(app.config, repo), question, sizeOf, async () => ({
    html: await app.markup.markdown(body, place),
  }))
  return html
}

function sizeOf({ html }: { readonly html: string | null }): number {
  return html?.length ?? 0
}
