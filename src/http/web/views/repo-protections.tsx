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

export type ProtectionRow = {
  id: string
  pattern: string
  /** Each a short statement. */
  rules: readonly string[]
}

export type RepoProtectionsProps = {
  chrome: Chrome
  repo: RepoHead
  protections: readonly ProtectionRow[]
  pagination: PageInfo
}

export function RepoProtectionsView({ chrome, repo, protections, pagination }: RepoProtectionsProps) {
  const base = `${repoUrl(repo)}/settings/branches`
  const add = (
    <LinkButton href={`${base}/new`} icon="plus" tone={protections.length === 0 ? 'primary' : 'default'}>
      Protect branches
    </LinkButton>
  )
  return (
    <RepoSettingsFrame
      chrome={chrome}
      repo={repo}
      title="Branch protections"
      lead="Who may push and merge, and whether history can be rewritten. They apply to git, the pages and the API."
      actions={protections.length === 0 ? undefined : add}
    >
      <Panel flush footer={<Pagination info={pagination} noun="protections" />}>
        {protections.length === 0 ? (
          <EmptyState icon="shield" title="No branch is protected" action={add}>
            <p>Everybody who can push can push to any branch, rewrite it and delete it.</p>
          </EmptyState>
        ) : (
          <RowList label="Branch protections">
            {protections.map((one) => (
              <Row
                key={one.id}
                icon="shield"
                title={
                  <a class="row-link" href={`${base}/${one.id}/edit`}>
                    <code class="break">{one.pattern}</code>
                  </a>
                }
                meta={one.rules.map((rule) => <span key={rule}>{rule}</span>)}
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
                      <p>
                        Everybody who can push will be able to push to these branches, rewrite them and delete them.
                      </p>
                    </Confirm>
                  </>
                }
              />
            ))}
          </RowList>
        )}
      </Panel>
    </RepoSettingsFrame>
  )
}
