import { isMarkdown } from '../../../core/is-markdown.ts'
import type { Right } from '../../../features/access/permit.ts'
import type { OpenPath } from '../../../features/contents/open-path.ts'
import { outlineOf } from '../../../features/contents/outline.ts'
import { readTable, rowsAPage, separatorOf } from '../../../features/contents/read-table.ts'
import { headingsOf, isNotebook, renderDocument, renderNotebook } from '../../../features/contents/render-document.ts'
import { linesAPage } from '../../../features/contents/show-lines.ts'
import { isDrawing, isPictureFile, type ViewedFile } from '../../../features/contents/view-file.ts'
import { keptSize } from '../../../features/lfs/kept-size.ts'
import { cloneUrls } from '../clone-urls.ts'
import { codeUrl } from '../code-urls.ts'
import type { ShownOutline } from '../components/outline-menu.tsx'
import type { RepoCall } from '../repo-page.ts'
import type { BlobContent, BlobViews } from '../views/blob.tsx'
import { folderOf, placeOf } from './repo-tree.tsx'

/** What a page shows of a file: rendered where that can be done, as lines where it is asked for or cannot. */
export async function blobContent(call: RepoCall<Right>, at: OpenPath, file: ViewedFile): Promise<BlobContent> {
  const { app, actor, query, page } = call
  const href = codeUrl(at.repo, 'blob', at.revision.address, at.path)
  const text = 'text' in file ? file.text : null
  if (text !== null && query['source'] === undefined) {
    const place = placeOf(app.config, at, folderOf(at.path))
    if (isMarkdown(at.path)) {
      const html = await renderDocument(app, actor, at.dir, { sha: at.entry.sha, data: text, place })
      if (html !== null) return { kind: 'document', html }
    }
    if (isNotebook(at.path)) {
      const html = await renderNotebook(app, actor, at.dir, { sha: at.entry.sha, text, place })
      if (html !== null) return { kind: 'notebook', html }
    }
    if (isDrawing(at.path)) return { kind: 'picture', dimensions: null }
    const separator = separatorOf(at.entry.name, text)
    const table = separator === null ? null : readTable(text, separator, page.page)
    if (table !== null) {
      const pages = { page: page.page, perPage: rowsAPage, total: table.rowCount, path: href }
      return { kind: 'table', table, sourceHref: `${href}?source=1`, pages }
    }
  }
  if (file.kind === 'lfs') {
    // What a pointer says of the size need not be true.
    const size = await keptSize(app, at.repo, file.pointer.oid)
    return {
      ...file,
      isHere: size !== null,
      isPicture: size !== null && isPictureFile(at.entry.name, size),
      home: cloneUrls(app.config, at.repo).https,
    }
  }
  if (file.kind !== 'text') return file
  const asked = query['source'] === undefined ? {} : { source: '1' }
  const shownPage = Math.ceil(file.firstLine / linesAPage)
  return { ...file, pages: { page: shownPage, perPage: linesAPage, total: file.lineCount, path: href, query: asked } }
}

/** What can be shown as something else than its lines, and which of the two is shown. */
export function viewsOf(at: OpenPath, file: ViewedFile, asSource: boolean): BlobViews | null {
  if (!('text' in file) || file.text === null) return null
  const href = codeUrl(at.repo, 'blob', at.revision.address, at.path)
  const word = wordFor(at, file.text)
  return word === null ? null : { word, rendered: href, source: `${href}?source=1`, asSource }
}

function wordFor(at: OpenPath, text: string): string | null {
  if (isMarkdown(at.path)) return 'Document'
  if (isNotebook(at.path)) return 'Notebook'
  if (isDrawing(at.path)) return 'Preview'
  return separatorOf(at.entry.name, text) === null ? null : 'Table'
}

export function outlineFor(at: OpenPath, file: ViewedFile, content: BlobContent): ShownOutline {
  if (content.kind === 'document') {
    return headingsOf(content.html).map(({ id, depth, html }) => ({ html, href: `#${id}`, depth }))
  }
  if (content.kind !== 'text' || file.kind !== 'text') return []
  const asked = (page: number) => (page === content.pages.page ? '' : `${content.pages.path}?page=${page}`)
  return outlineOf(at.entry.name, file.text).map(({ name, line, depth }) => ({
    name,
    depth,
    href: `${asked(Math.ceil(line / linesAPage))}#L${line}`,
  }))
}
