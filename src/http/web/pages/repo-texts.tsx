import { parseRecordId } from '../../../core/record-id.ts'
import { openAttachment } from '../../../features/attachments/attachments.ts'
import { getIssue } from '../../../features/issues/read-issues.ts'
import { previewText } from '../../../features/references/preview-text.ts'
import { suggestReferences } from '../../../features/references/suggest-references.ts'
import { listHistory } from '../../../features/threads/read-history.ts'
import { attachmentBytes } from '../../attachment-bytes.ts'
import { repoUrl } from '../code-urls.ts'
import { show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { TextHistoryView } from '../views/text-history.tsx'
import { iso, pageInfo } from './page-info.ts'

/** What belongs to texts wherever they are written: previews, completions, files, what they said before. */
export const repoTextPages = [
  repoPage({
    method: 'POST',
    path: '/preview',
    right: 'session',
    takes: 'prose',
    handle: async ({ app, actor, ref, form }) => {
      const html = await previewText(app, actor, ref, form.text('text').replaceAll('\r\n', '\n'))
      return { kind: 'json', body: { html } }
    },
  }),
  repoPage({
    method: 'GET',
    path: '/suggest',
    right: 'anyone',
    handle: async ({ app, actor, ref, query }) => ({
      kind: 'json',
      body: await suggestReferences(app, actor, ref, query['text'] ?? ''),
    }),
  }),
  ...['/attachments/:id', '/attachments/:id/:name'].map((path) =>
    repoPage({
      method: 'GET',
      path,
      right: 'anyone',
      handle: async ({ app, actor, ref, params }) => ({
        kind: 'bytes',
        bytes: attachmentBytes(await openAttachment(app, actor, ref, parseRecordId(params['id'] ?? ''))),
      }),
    }),
  ),
  repoPage({
    method: 'GET',
    path: '/issues/:number/history',
    right: 'anyone',
    handle: async ({ app, actor, ref, chrome, head, params, query, page: request }) => {
      const number = params['number'] ?? ''
      const issue = await getIssue(app, actor, { ...ref, number })
      const id = query['comment']
      const commentId = id === undefined ? null : parseRecordId(id)
      const versions = await listHistory(app, actor, { ...ref, kind: 'issue', number, commentId }, request)
      const at = `${repoUrl(head)}/issues/${number}`
      return show(
        <TextHistoryView
          chrome={chrome}
          repo={head}
          name={`#${issue.number} ${issue.title}`}
          backHref={id === undefined ? at : `${at}#comment-${id}`}
          versions={versions.items.map(({ createdAt, ...version }) => ({ ...version, at: iso(createdAt) }))}
          pagination={pageInfo(versions, `${at}/history`, id === undefined ? {} : { comment: id })}
        />,
      )
    },
  }),
]
