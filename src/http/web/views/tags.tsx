import { exactTag } from '../../../core/ref-name.ts'
import { shortSha } from '../../../core/sha.ts'
import type { SignatureCheck } from '../../../features/signatures/check-signatures.ts'
import { archiveUrl, codeUrl, commitUrl, repoUrl } from '../code-urls.ts'
import { Badge } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { NameFilter } from '../components/name-filter.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { SignatureBadge } from '../components/signature-badge.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type ShownTag = {
  name: string
  sha: string
  /** Without a commit there is nothing to look at. */
  isCommit: boolean
  message: string
  tagger: string | null
  at: string | null
  signature: SignatureCheck | null
  isProtected: boolean
  canDelete: boolean
}

export type TagsProps = { chrome: Chrome; repo: RepoHead; pagination: PageInfo; q: string; tags: readonly ShownTag[] }

export function TagsView({ chrome, repo, pagination, q, tags }: TagsProps) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Tags">
      <PageHead
        title="Tags"
        actions={
          repo.can.push &&
          !repo.isEmpty && (
            <LinkButton icon="plus" href={`${repoUrl(repo)}/tags/new`}>
              New tag
            </LinkButton>
          )
        }
      />
      {(q !== '' || pagination.total > 8) && <NameFilter action={`${repoUrl(repo)}/tags`} q={q} label="Find a tag" />}
      <Panel flush footer={<Pagination info={pagination} noun="tags" />}>
        {tags.length === 0 && q !== '' ? (
          <EmptyState icon="tag" title={`No tag matches “${q}”`} />
        ) : tags.length === 0 ? (
          <EmptyState icon="tag" title="No tags yet">
            <p>
              A tag gives a commit a permanent name: <code>git tag v1.0</code>, then <code>git push origin v1.0</code>.
            </p>
          </EmptyState>
        ) : (
          <RowList label="Tags">
            {tags.map((tag) => (
              <TagRow key={tag.name} repo={repo} tag={tag} />
            ))}
          </RowList>
        )}
      </Panel>
    </RepoFrame>
  )
}

function TagRow({ repo, tag }: { repo: RepoHead; tag: ShownTag }) {
  return (
    <Row
      icon="tag"
      title={
        <>
          {tag.isCommit ? (
            <a class="row-link" href={codeUrl(repo, 'tree', exactTag(tag.name))}>
              {tag.name}
            </a>
          ) : (
            <span class="break">{tag.name}</span>
          )}
          {tag.isProtected && <Badge icon="shield-lock">Protected</Badge>}
        </>
      }
      meta={
        <>
          {tag.isCommit ? (
            <a class="quiet-link" href={commitUrl(repo, tag.sha)}>
              <code>{shortSha(tag.sha)}</code>
            </a>
          ) : (
            <>
              <code>{shortSha(tag.sha)}</code>
              <span>Not a commit</span>
            </>
          )}
          {tag.message !== '' && <span class="row-clip">{tag.message}</span>}
          {tag.tagger !== null && <span class="break">{tag.tagger}</span>}
          {tag.at !== null && <Time at={tag.at} />}
          {tag.signature?.reason === 'valid' && <SignatureBadge check={tag.signature} />}
        </>
      }
      actions={
        <>
          {repo.can.work && tag.isCommit && (
            <LinkButton
              size="small"
              icon="plus"
              href={`${repoUrl(repo)}/releases/new?tag=${encodeURIComponent(tag.name)}`}
              label={`Create a release from ${tag.name}`}
            >
              Release
            </LinkButton>
          )}
          {tag.isCommit &&
            (['zip', 'tar.gz'] as const).map((kind) => (
              <LinkButton
                key={kind}
                size="small"
                icon="download"
                href={archiveUrl(repo, exactTag(tag.name), kind)}
                label={`Download ${tag.name} as .${kind}`}
              >
                .{kind}
              </LinkButton>
            ))}
          {repo.can.push && tag.canDelete && (
            <Confirm
              id={`delete-${tag.sha}-${tag.name}`}
              trigger="Delete"
              triggerLabel={`Delete ${tag.name}`}
              triggerIcon="trash"
              title={`Delete ${tag.name}?`}
              action={`${repoUrl(repo)}/tags/delete`}
              fields={{ name: tag.name }}
              confirm="Delete the tag"
            >
              <p>The commit stays, but can no longer be found by this name.</p>
            </Confirm>
          )}
        </>
      }
    />
  )
}
