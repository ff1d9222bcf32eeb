import type { Right } from '../../../features/access/permit.ts'
import { lastCommit } from '../../../features/commits/last-commit.ts'
import { getArchive } from '../../../features/contents/get-archive.ts'
import { getRaw } from '../../../features/contents/get-raw.ts'
import { type OpenPath, openPath } from '../../../features/contents/open-path.ts'
import { outlineOf } from '../../../features/contents/outline.ts'
import { isMarkdown, renderDocument } from '../../../features/contents/render-document.ts'
import { type ViewedFile, viewFile } from '../../../features/contents/view-file.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { archiveBytes, rawBytes } from '../../raw-bytes.ts'
import { codeUrl } from '../code-urls.ts'
import { go, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type BlobContent, BlobView } from '../views/blob.tsx'
import { commitSummary } from './commit-summary.ts'
import { placeOf } from './repo-tree.tsx'

export const repoBlobPages = [
  repoPage({
    method: 'GET',
    path: '/blob/*',
    right: 'anyone',
    lasts: true,
    handle: async (call) => {
      const { app, actor, ref, chrome, head } = call
      const at = await openPath(app, actor, ref, call.rest)
      if (at.entry.kind === 'folder') return go(codeUrl(at.repo, 'tree', at.revision.name, at.path))
      const view = viewFile(app, at)
      const [file, content, refs, commit] = await Promise.all([
        view,
        view.then((viewed) => contentOf(call, at, viewed)),
        listRefNames(app, actor, ref),
        lastCommit(app, at),
      ])
      const href = codeUrl(at.repo, 'blob', at.revision.name, at.path)
      return show(
        <BlobView
          chrome={chrome}
          repo={head}
          current={at.revision}
          refs={refs}
          path={at.path}
          size={file.size}
          content={content}
          commit={commitSummary(commit)}
          outline={content.kind === 'text' && file.kind === 'text' ? outlineOf(at.entry.name, file.text) : []}
          views={isMarkdown(at.path) && file.kind === 'text' ? { document: href, source: `${href}?source=1` } : null}
        />,
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/raw/*',
    right: 'anyone',
    handle: async ({ app, actor, ref, rest }) => ({
      kind: 'bytes',
      bytes: rawBytes(await getRaw(app, actor, ref, rest)),
    }),
  }),
  repoPage({
    method: 'GET',
    path: '/archive/*',
    right: 'anyone',
    handle: async ({ app, actor, ref, rest }) => ({
      kind: 'bytes',
      bytes: archiveBytes(await getArchive(app, actor, ref, rest)),
    }),
  }),
]

async function contentOf({ app, query }: RepoCall<Right>, at: OpenPath, file: ViewedFile): Promise<BlobContent> {
  if (file.kind === 'text' && isMarkdown(at.path) && query['source'] === undefined) {
    const folder = at.path.split('/').slice(0, -1).join('/')
    const html = await renderDocument(app, at.dir, { sha: at.entry.sha, data: file.text }, placeOf(at, folder))
    if (html !== null) return { kind: 'document', html }
  }
  return file
}
