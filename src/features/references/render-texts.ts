import { createHash } from 'node:crypto'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { escapePath } from '../../core/escape-path.ts'
import { queueOf } from '../../core/queue-of.ts'
import type { Repo } from '../../core/repo.ts'
import type { ReferenceLinks } from '../../markup/link-references.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import { keepMarkup } from '../contents/keep-markup.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { resolveReferences } from './resolve-references.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'history' | 'kept' | 'markup' | 'objects'>

/** Written on another server: whoever it calls by name is nobody here. */
export interface ForeignText {
  readonly foreign: string
}

/**
 * What people wrote in issues, pull requests and comments, as HTML for one reader; null where it takes too long: it is
 * text then. Kept by what it says and where it leads.
 */
export async function renderTexts(
  app: Needs,
  actor: Actor,
  repo: Repo,
  texts: readonly (string | ForeignText)[],
): Promise<readonly (SafeHtml | null)[]> {
  const bare = texts.map((one) => (typeof one === 'string' ? one : one.foreign))
  const links = await resolveReferences(app, actor, repo, bare)
  return Promise.all(
    bare.map((text, index) => {
      const found = links[index] ?? {}
      return render(app, actor, repo, { text, links: typeof texts[index] === 'string' ? found : withoutNames(found) })
    }),
  )
}

function withoutNames(links: ReferenceLinks): ReferenceLinks {
  return Object.fromEntries(Object.entries(links).filter(([text]) => !text.startsWith('@')))
}

async function render(
  app: Needs,
  actor: Actor,
  repo: Repo,
  { text, links }: { readonly text: string; readonly links: ReferenceLinks },
): Promise<SafeHtml | null> {
  if (text.trim() === '') return null
  const base = `/${repo.owner}/${repo.slug}`
  const branch = escapePath(repo.defaultBranch)
  const home = app.config.BASE_URL
  const place = { files: `${base}/blob/${branch}/`, pictures: `${base}/media/${branch}/`, folder: '', home }
  const digest = createHash('sha256')
    .update(JSON.stringify([text, links]))
    .digest('hex')
  return keepMarkup(app, repoDirectory(app.config, repo), ['text', digest, place.files], () =>
    app.markup.markdown(queueOf(actor), text, { of: 'talk', place, references: links }),
  )
}
