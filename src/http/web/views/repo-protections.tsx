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

/** As it stands in the address. */
export type Protected = 'branches' | 'tags'

export type ProtectionRow = {
  id: string
  pattern: string
  /** Each a short statement. */
  rules: readonly string[]
}

export type RepoProtectionsProps = {
  chrome: Chrome
  repo: RepoHead
  of: Protected
  protections: readonly ProtectionRow[]
  pagination: PageInfo
}

const texts = {
  branches: {
    title: 'Branch protections',
    lead: 'Who may push and merge, and whether history can be rewritten. They apply to git, the pages and the API.',
    none: 'No branch is protected',
    withoutAny: 'Everybody who can push can push to any branch, rewrite it and delete it.',
    onceRemoved: 'Everybody who can push will be able to push to these branches, rewrite them and delete them.',
  },
  tags: {
    title: 'Tag protections',
    lead: 'Who may create and delete tags; a protected one stays at its commit. Protections apply to git, the pages and the API.',
    none: 'No tag is protected',
    withoutAny: 'Everybody who can push can create any tag, move it to another commit and delete it.',
    onceRemoved: 'Everybody who can push will be able to create these tags, move them and delete them.',
  },
}

export function RepoProtectionsView({ chrome, repo, of, protections, pagination }: RepoProtectionsProps) {
  const { title, lead, none, withoutAny, onceRemoved } = texts[of]
  const base = `${repoUrl(repo)}/settings/${of}`
  const add = (
    <LinkButton href={`${base}/new`} icon="plus" tone={protections.length === 0 ? 'primary' : 'default'}>
      {`Protect ${of}`}
    </LinkButton>
  )
  return (
    <RepoSettingsFrame
      chrome={chrome}
      repo={repo}
      title={title}
      lead={lead}
      actions={protections.length === 0 ? undefined : add}
    >
      <Panel flush footer={<Pagination info={pagination} noun="protections" />}>
        {protections.length === 0 ? (
          <EmptyState icon="shield" title={none} action={add}>
            <p>{withoutAny}</p>
          </EmptyState>
        ) : (
          <RowList label={title}>
            {protections.map((one) => (
              <ProtectionLine key={one.id} base={base} one={one} onceRemoved={onceRemoved} />
            ))}
          </RowList>
        )}
      </Panel>
    </RepoSettingsFrame>
  )
}

function ProtectionLine({ base, one, onceRemoved }: { base: string; one: ProtectionRow; onceRemoved: string }) {
  return (
    <Row
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
            <p>{onceRemoved}</p>
          </Confirm>
        </>
      }
    />
  )
}
