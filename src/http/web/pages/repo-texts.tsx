import { iso } from '../../../core/iso-time.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import { openAttachment } from '../../../features/attachments/open-attachment.ts'
import { previewDocument } from '../../../features/contents/preview-document.ts'
import { previewText } from '../../../features/references/preview-text.ts'
import { type Suggestion, suggestReferences } from '../../../features/references/suggest-references.ts'
import { listChoosable } from '../../../features/threads/list-choosable.ts'
import { openThread } from '../../../features/threads/open-threads.ts'
import { listHistory } from '../../../features/threads/read-history.ts'
import { suggestLabels } from '../../../features/threads/suggest-labels.ts'
import { attachmentBytes } from '../../attachment-bytes.ts'
import { repoUrl } from '../code-urls.ts'
import { show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { TextHistoryView } from '../views/text-history.tsx'
import { pageInfo } from './page-info.ts'
import { folderOf, placeOf } from './repo-tree.tsx'

/** What belongs to texts wherever they are written: previews, completions, files, what they said before. */
export const repoTextPages = [
  repoPage({
    method: 'POST',
    path: '/preview',
    right: 'session',
    takes: 'prose',
    handle: async ({ app, actor, ref, head, form }) => {
      const text = form.text('text').replaceAll('\r\n', '\n')
      const path = form.text('path')
      const place = placeOf(app.config, { repo: head, revision: { address: form.text('branch') } }, folderOf(path))
      const html = await (path === ''
        ? previewText(app, actor, ref, text)
        : previewDocument(app, actor, ref, { text, place }))
      return { kind: 'json', body: { html } }
    },
  }),
  repoPage({
    method: 'GET',
    path: '/suggest',
    right: 'anyone',
    handle: async (call) => ({ kind: 'json', body: await suggest(call) }),
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
            forgetAt={
              versions.mayForget ? `${at}${id === undefined ? '' : `/comments/${encodeURIComponent(id)}`}/forget` : null
            }
            versions={versions.items.map(({ createdAt, ...version }) => ({ ...version, at: iso(createdAt) }))}
            pagination={pageInfo(versions, `${at}/history`, id === undefined ? {} : { comment: id })}
          />,
        )
      },
    }),
  ),
]

const mostSuggested = 8

/** What may be written on, or chosen. */
async function suggest({ app, actor, ref, query }: RepoCall<'anyone'>): Promise<readonly Suggestion[]> {
  const text = (query['text'] ?? '').slice(0, 100)
  const at = { ...ref, kind: query['of'] === 'pull' ? 'pull' : 'issue' } as const
  if (query['for'] === 'label') {
    const labels = await suggestLabels(app, actor, at, text)
    return labels.map(({ name, description }) => ({ text: name, note: description }))
  }
  if (query['for'] === 'person') {
    const people = await listChoosable(app, actor, at, { text: text.replace(/^@/, ''), most: mostSuggested })
    return people.map(({ username, fullName }) => ({ text: username, note: fullName }))
  }
  return suggestReferences(app, actor, ref, text)
}
