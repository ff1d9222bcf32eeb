import { parseRecordId } from '../../../core/record-id.ts'
import { openAttachment } from '../../../features/attachments/attachments.ts'
import { previewText } from '../../../features/references/preview-text.ts'
import { suggestReferences } from '../../../features/references/suggest-references.ts'
import { openThread } from '../../../features/threads/open-threads.ts'
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
  ...(['issue', 'pull'] as const).map((kind) =>
    repoPage({
      method: 'GET',
      path: `/${kind}s/:number/history`,
      right: 'anyone',
      handle: async ({ app, actor, ref, chrome, head, params, query, page: request }) => {
        const number = params['number'] ?? ''
        const { thread } = await openThread(app, actor, { ...ref, kind, number }, 'read')
        const id = query['comment']
        const commentId = id === undefined ? null : parseRecordId(id)
        const versions = await listHistory(app, actor, { ...ref, kind, number, commentId }, request)
        const at = `${repoUrl(head)}/${kind}s/${number}`
        return show(
          <TextHistoryView
            chrome={chrome}
            repo={head}
            name={`#${thread.number} ${thread.title}`}
            backHref={id === undefined ? at : `${at}#comment-${id}`}
            versions={versions.items.map(({ createdAt, ...version }) => ({ ...version, at: iso(createdAt) }))}
            pagination={pageInfo(versions, `${at}/history`, id === undefined ? {} : { comment: id })}
          />,
        )
      },
    }),
  ),
]
