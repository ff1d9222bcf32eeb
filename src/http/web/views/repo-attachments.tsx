import { fileSize } from '../../../core/file-size.ts'
import { repoUrl } from '../code-urls.ts'
import { Badge } from '../components/badge.tsx'
import { Confirm } from '../components/confirm.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'

type AttachmentRow = {
  id: string
  name: string
  size: number
  /** Null when the account is gone. */
  uploader: string | null
  isUsed: boolean
  createdAt: string
}

type RepoAttachmentsProps = {
  chrome: Chrome
  repo: RepoHead
  attachments: readonly AttachmentRow[]
  pagination: PageInfo
}

export function RepoAttachmentsView({ chrome, repo, attachments, pagination }: RepoAttachmentsProps) {
  return (
    <RepoSettingsFrame
      chrome={chrome}
      repo={repo}
      title="Attachments"
      lead="Files that people added to issues, pull requests, comments and releases. What no text uses is deleted after three days."
    >
      <Panel title="Files" flush footer={<Pagination info={pagination} noun="files" />}>
        {attachments.length === 0 ? (
          <EmptyState icon="paperclip" title="No attachments yet">
            <p>Files that are pasted or dropped into a text appear here.</p>
          </EmptyState>
        ) : (
          <RowList label="Attachments">
            {attachments.map((one) => (
              <FileRow key={one.id} file={one} base={repoUrl(repo)} />
            ))}
          </RowList>
        )}
      </Panel>
    </RepoSettingsFrame>
  )
}

function FileRow({ file, base }: { file: AttachmentRow; base: string }) {
  return (
    <Row
      icon="paperclip"
      title={
        <>
          <a class="break" href={`${base}/attachments/${file.id}/${encodeURIComponent(file.name)}`}>
            {file.name}
          </a>{' '}
          {file.isUsed ? <Badge>Used</Badge> : <Badge tone="warning">Not used</Badge>}
        </>
      }
      meta={
        <>
          <span>{fileSize(file.size)}</span>
          <span>{file.uploader === null ? 'By somebody who is gone' : <Uploader name={file.uploader} />}</span>
          <span>
            Added <Time at={file.createdAt} />
          </span>
        </>
      }
      actions={
        <Confirm
          id={`delete-attachment-${file.id}`}
          trigger="Delete"
          triggerLabel={`Delete ${file.name}`}
          title={`Delete “${file.name}”?`}
          action={`${base}/settings/attachments/${file.id}/delete`}
          confirm="Delete file"
        >
          <p>
            {file.isUsed
              ? 'Texts that show or link to it stay as they are; the file in them is gone for good.'
              : 'No text uses it. It is gone for good.'}
          </p>
        </Confirm>
      }
    />
  )
}

function Uploader({ name }: { name: string }) {
  return (
    <>
      By <a href={`/${name}`}>{name}</a>
    </>
  )
}
