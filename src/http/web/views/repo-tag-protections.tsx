import { repoUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'

export type TagProtectionRow = { id: string; pattern: string; createRole: string; deleteRole: string }

export type RepoTagProtectionsProps = {
  chrome: Chrome
  repo: RepoHead
  protections: readonly TagProtectionRow[]
  pagination: PageInfo
}

export function RepoTagProtectionsView({ chrome, repo, protections, pagination }: RepoTagProtectionsProps) {
  const base = `${repoUrl(repo)}/settings/tags`
  const add = (
    <LinkButton href={`${base}/new`} icon="plus" tone={protections.length === 0 ? 'primary' : 'default'}>
      Protect tags
    </LinkButton>
  )
  return (
    <RepoSettingsFrame
      chrome={chrome}
      repo={repo}
      title="Tag protections"
      lead="Who may create and delete tags; a protected one stays at its commit. Protections apply to git, the pages and the API."
      actions={protections.length === 0 ? undefined : add}
    >
      <Panel flush footer={<Pagination info={pagination} noun="protections" />}>
        {protections.length === 0 ? (
          <EmptyState icon="shield" title="No tag is protected" action={add}>
            <p>Everybody who can push can create any tag, move it to another commit and delete it.</p>
          </EmptyState>
        ) : (
          <RowList label="Tag protections">
            {protections.map((one) => (
              <TagProtectionLine key={one.id} base={base} one={one} />
            ))}
          </RowList>
        )}
      </Panel>
    </RepoSettingsFrame>
  )
}

function TagProtectionLine({ base, one }: { base: string; one: TagProtectionRow }) {
  return (
    <Row
      icon="shield"
      title={
        <a class="row-link" href={`${base}/${one.id}/edit`}>
          <code class="break">{one.pattern}</code>
        </a>
      }
      meta={
        <>
          <span>Create: {one.createRole}</span>
          <span>Delete: {one.deleteRole}</span>
        </>
      }
      actions={
        <>
          <LinkButton size="small" href={`${base}/${one.id}/edit`} label={`Edit ${one.pattern}`}>
            Edit
          </LinkButton>
          <Confirm
            id={`remove-${one.id}`}
            trigger="Remove"
            triggerLabel={`Remove ${one.pattern}`}
            title={`Remove the protection of “${one.pattern}”?`}
            action={`${base}/${one.id}/delete`}
            confirm="Remove protection"
          >
            <p>Everybody who can push will be able to create these tags, move them and delete them.</p>
          </Confirm>
        </>
      }
    />
  )
}
