import { randomUUID } from 'node:crypto'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { decodeText } from '../../core/decode-text.ts'
import { queueOf } from '../../core/queue-of.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import type { Place } from '../../markup/task.ts'
import { keepMarkup } from './keep-markup.ts'

const largest = 512 * 1024

/** Stands in its links for the addresses of one revision. Nobody who writes a document can know it. */
const standIn = randomUUID()
const anyRevision = { files: `/${standIn}/files/`, pictures: `/${standIn}/pictures/` }

/**
 * A Markdown file as HTML, kept by the blob's id: a text is the same in many revisions, and made once for all of them. Null
 * where it is too large or takes too long: it is text then.
 */
export async function renderDocument(
  app: Pick<App, 'clock' | 'kept' | 'markup'>,
  actor: Actor,
  dir: RepoDir,
  { sha, data, place }: { readonly sha: Sha; readonly data: Buffer | string; readonly place: Place },
): Promise<SafeHtml | null> {
  if (data.length > largest) return null
  const html = await keepMarkup(app, dir, ['markdown', sha, place.folder], () =>
    app.markup.markdown(queueOf(actor), typeof data === 'string' ? data : decodeText(data), {
      of: 'document',
      place: { ...place, ...anyRevision },
      references: {},
    }),
  )
  if (html === null) return null
  return html
    .replaceAll(anyRevision.files, () => place.files)
    .replaceAll(anyRevision.pictures, () => place.pictures) as SafeHtml
}

const largestNotebook = 10 * 1024 * 1024

export function isNotebook(name: string): boolean {
  return /\.ipynb$/i.test(name)
}

/** A Jupyter notebook as HTML, kept by the blob's id. Null where it is none, or takes too long. */
export async function renderNotebook(
  app: Pick<App, 'clock' | 'kept' | 'markup'>,
  actor: Actor,
  dir: RepoDir,
  { sha, text, place }: { readonly sha: Sha; readonly text: string; readonly place: Place },
): Promise<SafeHtml | null> {
  if (text.length > largestNotebook) return null
  return keepMarkup(app, dir, ['notebook', sha, place.files, place.folder], () =>
    app.markup.notebook(queueOf(actor), text, place),
  )
}

/** The headings of a document that was rendered here, in the order in which they stand. */
export interface DocumentHeading {
  readonly id: string
  readonly depth: number
  readonly html: SafeHtml
}

/** Read back from our own output, in which every heading has its name and ends in a link to itself. */
export function headingsOf(html: SafeHtml): readonly DocumentHeading[] {
  const found = html.matchAll(/<h([1-6])\b[^>]*? id="([^"]*)"[^>]*>([\s\S]*?)<a class="heading-link"/g)
  return Array.from(found, ([, level, id = '', inner = '']) => ({
    id,
    depth: Number(level) - 1,
    // Without its tags, in whose values there may be what looks like the end of one, it is escaped text still.
    html: inner.replaceAll(/<[^>"]*(?:"[^"]*"[^>"]*)*>/g, '') as SafeHtml,
  })).slice(0, mostHeadings)
}

const mostHeadings = 200
