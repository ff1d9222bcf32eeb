import { iso } from '../../../core/iso-time.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import { deleteAttachment } from '../../../features/attachments/delete-attachment.ts'
import { listAttachments } from '../../../features/attachments/list-attachments.ts'
import { getRepoSettings } from '../../../features/repos/get-repo-settings.ts'
import { repoUrl } from '../code-urls.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { RepoAttachmentsView } from '../views/repo-attachments.tsx'
import { pageInfo } from './page-info.ts'

type Call = RepoCall<'session'>

export const repoAttachmentPages = [
  repoPage({ method: 'GET', path: '/settings/attachments', right: 'session', handle: showAttachments }),
  repoPage({
    method: 'POST',
    path: '/settings/attachments/:id/delete',
    right: 'session',
    handle: async (call) => {
      await getRepoSettings(call.app, call.actor, call.ref)
      const gone = await deleteAttachment(call.app, call.actor, call.ref, parseRecordId(call.params['id'] ?? ''))
      return done(addressOf(call), `“${gone.name}” was deleted.`)
    },
  }),
]

function addressOf({ head }: Call): string {
  return `${repoUrl(head)}/settings/attachments`
}

async function showAttachments(call: Call): Promise<PageAnswer> {
  const list = await listAttachments(call.app, call.actor, call.ref, call.page)
  return show(
    <RepoAttachmentsView
      chrome={call.chrome}
      repo={call.head}
      attachments={list.items.map(({ uuid, name, size, uploader, isUsed, createdAt }) => ({
        id: uuid,
        name,
        size,
        uploader,
        isUsed,
        createdAt: iso(createdAt),
      }))}
      pagination={pageInfo(list, addressOf(call))}
    />,
  )
}
