import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import type { Place } from '../../markup/task.ts'

const largest = 512 * 1024
const tryAgainMs = 10 * 60 * 1000
const markdowns = /\.(md|markdown|mdown|mkd)$/i

export function isMarkdown(name: string): boolean {
  return markdowns.test(name)
}

/** A Markdown file as HTML, kept by the blob's id. Null where it is too large or takes too long: it is text then. */
export async function renderDocument(
  app: Pick<App, 'clock' | 'kept' | 'markup'>,
  dir: RepoDir,
  file: { readonly sha: Sha; readonly data: Buffer | string },
  place: Place,
): Promise<SafeHtml | null> {
  if (file.data.length > largest) return null
  const question = ['markdown', file.sha, place.files, place.folder, tryOf(app)]
  const { html } = await app.kept.of(dir, question, sizeOf, async () => ({
    html: await app.markup.markdown(file.data.toString('utf8'), place),
  }))
  return html
}

const largestNotebook = 10 * 1024 * 1024

export function isNotebook(name: string): boolean {
  return /\.ipynb$/i.test(name)
}

/** A Jupyter notebook as HTML, kept by the blob's id. Null where it is none, or takes too long. */
export async function renderNotebook(
  app: Pick<App, 'clock' | 'kept' | 'markup'>,
  dir: RepoDir,
  file: { readonly sha: Sha; readonly text: string },
  place: Place,
): Promise<SafeHtml | null> {
  if (file.text.length > largestNotebook) return null
  const question = ['notebook', file.sha, place.files, place.folder, tryOf(app)]
  const { html } = await app.kept.of(dir, question, sizeOf, async () => ({
    html: await app.markup.notebook(file.text, place),
  }))
  return html
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
    // Without its tags it is escaped text still.
    html: inner.replaceAll(/<[^>]*>/g, '') as SafeHtml,
  })).slice(0, mostHeadings)
}

const mostHeadings = 200

/** Part of what is asked: what could not be done while the machine was busy is tried again after some minutes. */
export function tryOf(app: Pick<App, 'clock'>): number {
  return Math.floor(app.clock.now() / tryAgainMs)
}

function sizeOf({ html }: { readonly html: string | null }): number {
  return html?.length ?? 0
}
