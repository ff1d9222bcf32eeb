import { lastCommit } from '../../../features/commits/last-commit.ts'
import { getArchive } from '../../../features/contents/get-archive.ts'
import { getRaw } from '../../../features/contents/get-raw.ts'
import { inTime } from '../../../features/contents/in-time.ts'
import { openPath } from '../../../features/contents/open-path.ts'
import { viewFile } from '../../../features/contents/view-file.ts'
import { openMedia } from '../../../features/lfs/open-media.ts'
import { resolveReferences } from '../../../features/references/resolve-references.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { archiveBytes, mediaBytes, rawBytes } from '../../raw-bytes.ts'
import { codeUrl } from '../code-urls.ts'
import { go } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { BlobView } from '../views/blob.tsx'
import { blobContent, outlineFor, viewsOf } from './blob-content.ts'
import { commitSummary } from './commit-summary.ts'

export const repoBlobPages = [
  repoPage({
    method: 'GET',
    path: '/blob/*',
    right: 'anyone',
    lasts: true,
    handle: async (call) => {
      const { app, actor, ref, chrome, head, query, page } = call
      const at = await openPath(app, actor, ref, call.rest)
      if (at.entry.kind === 'folder') return go(codeUrl(at.repo, 'tree', at.revision.address, at.path))
      const viewed = viewFile(app, actor, at, page.page).then(async (file) => ({
        file,
        content: await blobContent(call, at, file),
      }))
      const looked = lastCommit(app, at)
      const [{ file, content }, refs, commit] = await Promise.all([
        viewed,
        listRefNames(app, actor, ref),
        query['commits'] === 'all' ? looked : inTime(looked, app.firstLookMs),
      ])
      const [links] = await resolveReferences(app, actor, at.repo, commit === null ? [] : [commit.message])
      const whole = new URLSearchParams({ ...query, commits: 'all' }).toString()
      const view = (
        <BlobView
          chrome={chrome}
          repo={head}
          current={at.revision}
          refs={refs}
          path={at.path}
          size={file.size}
          content={content}
          commit={commit && { ...commitSummary(commit), links }}
          wholeHref={commit === null ? `${codeUrl(at.repo, 'blob', at.revision.address, at.path)}?${whole}` : null}
          outline={outlineFor(at, file, content)}
          views={viewsOf(at, file, query['source'] !== undefined)}
        />
      )
      return { kind: 'show', view, status: 200, isPartial: commit === null }
    },
  }),
  repoPage({
    method: 'GET',
    path: '/media/*',
    right: 'anyone',
    handle: async ({ app, actor, ref, rest }) => ({
      kind: 'bytes',
      bytes: mediaBytes(await openMedia(app, actor, ref, rest)),
    }),
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
