import type { Role } from '../../../core/roles.ts'
import { repoUrl } from '../code-urls.ts'
import { AccessChain, type AccessChainProps } from '../components/access-chain.tsx'
import { AddGrantee, type AddValues } from '../components/add-grantee.tsx'
import { Button } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { type Grantee, GranteeRow } from '../components/grantee-row.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel, Section } from '../components/panel.tsx'
import { RowList } from '../components/row-list.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'

export type CollaboratorRow = Grantee & { isOwner: boolean }

export type RepoCollaboratorsProps = {
  chrome: Chrome
  repo: RepoHead
  collaborators: readonly CollaboratorRow[]
  pagination: PageInfo
  adding: { suggestions: readonly string[]; roles: readonly Role[]; values: AddValues }
  /** About whom was asked, and the answer; `user` alone where nobody is called so. */
  asked: { user: string; access: AccessChainProps | null }
  errors: FormErrors
}

export function RepoCollaboratorsView(props: RepoCollaboratorsProps) {
  const { chrome, repo, collaborators, pagination, adding, asked, errors } = props
  const base = `${repoUrl(repo)}/settings/collaborators`
  return (
    <RepoSettingsFrame
      chrome={chrome}
      repo={repo}
      title="Collaborators"
      lead="People and teams with access, and their roles. The highest role that somebody has counts."
    >
      <FormErrorSummary errors={errors} fields={{ name: 'Name', role: 'Role', user: 'Username' }} />
      <Panel title="People and teams" flush footer={<Pagination info={pagination} noun="collaborators" />}>
        <RowList label="People and teams">
          {collaborators.map((one) => (
            <GranteeRow key={one.name} grantee={one} base={base} remove={removing(one)} meta={metaOf(one)} />
          ))}
        </RowList>
      </Panel>
      <Section title="Add a person or a team" note="They have access immediately.">
        <AddGrantee action={base} label="Name" hint="Of a user or a team." errors={errors} {...adding} />
      </Section>
      <Section title="Explain access" note="See why somebody has access, or does not.">
        <form method="get" action={base} class="filter-bar" role="search" aria-label="Access of somebody">
          <label class="sr-only" for="field-user">
            Username
          </label>
          <input
            id="field-user"
            class="input input-mono"
            name="user"
            value={asked.user}
            placeholder="Username"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
          />
          <Button>Explain</Button>
        </form>
        {asked.access !== null && <AccessChain {...asked.access} />}
      </Section>
    </RepoSettingsFrame>
  )
}

function metaOf({ isOwner, kind }: CollaboratorRow) {
  // A person’s row says so by the role.
  return isOwner && kind === 'team' ? <span>Owner: each member has their role in the team</span> : undefined
}

function removing({ name, kind }: CollaboratorRow) {
  const loss = (
    <p>
      {kind === 'user'
        ? 'They lose their access, unless a team gives it to them too.'
        : 'Its members lose the access they have through it.'}
    </p>
  )
  return { trigger: 'Remove', title: `Remove ${name}?`, confirm: 'Remove', loss }
}
