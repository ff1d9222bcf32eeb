import type { Role } from '../../../core/roles.ts'
import { AddGrantee, type AddValues } from '../components/add-grantee.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { type Grantee, GranteeRow } from '../components/grantee-row.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel, Section } from '../components/panel.tsx'
import { RowList } from '../components/row-list.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { TeamFrame, type TeamHead, teamUrl } from '../layout/team-frame.tsx'

export type MemberRow = Grantee & { since: string; isSelf: boolean }

export type TeamMembersProps = {
  chrome: Chrome
  team: TeamHead
  members: readonly MemberRow[]
  pagination: PageInfo
  /** What the form to add somebody offers; null where the reader may not. */
  adding: { suggestions: readonly string[]; roles: readonly Role[]; values: AddValues } | null
  errors: FormErrors
}

export function TeamMembersView({ chrome, team, members, pagination, adding, errors }: TeamMembersProps) {
  const base = `${teamUrl(team.slug)}/members`
  return (
    <TeamFrame
      chrome={chrome}
      team={team}
      title="Members"
      lead="A member’s role in the team is their role in every repository that the team owns."
    >
      <FormErrorSummary errors={errors} fields={{ name: 'Username', role: 'Role' }} />
      <Panel title="Members" flush footer={<Pagination info={pagination} noun="members" />}>
        <RowList label="Members">
          {members.map((member) => (
            <GranteeRow
              key={member.name}
              grantee={member}
              base={base}
              remove={member.isSelf ? leaving(team) : sending(member.name)}
              meta={
                <span>
                  Since <Time at={member.since} />
                </span>
              }
            />
          ))}
        </RowList>
      </Panel>
      {adding !== null && (
        <Section title="Add a member" note="They join the team immediately.">
          <AddGrantee action={base} label="Username" hint="Of a user of this server." errors={errors} {...adding} />
        </Section>
      )}
    </TeamFrame>
  )
}

function leaving(team: TeamHead) {
  const loss = <p>You lose the access you have through it. A member of the team can add you again.</p>
  return { trigger: 'Leave', title: `Leave ${team.name}?`, confirm: 'Leave', loss }
}

function sending(name: string) {
  const loss = <p>They lose the access they have through the team.</p>
  return { trigger: 'Remove', title: `Remove ${name} from the team?`, confirm: 'Remove', loss }
}
