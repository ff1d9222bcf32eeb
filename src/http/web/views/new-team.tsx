import { Button, LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { TeamFields, type TeamValues, teamFieldLabels } from '../components/team-fields.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'

export type NewTeamProps = { chrome: Chrome; values: TeamValues; errors: FormErrors }

export function NewTeamView({ chrome, values, errors }: NewTeamProps) {
  const crumbs = [{ label: 'Teams', href: '/teams' }, { label: 'New team' }]
  return (
    <Page chrome={chrome} title="New team" crumbs={crumbs}>
      <div class="narrow">
        <PageHead
          title="New team"
          lead="You own it, and can add members next. Only members see it, until it owns something public."
        />
        <form method="post" action="/teams/new" class="form">
          <FormErrorSummary errors={errors} fields={teamFieldLabels} />
          <TeamFields values={values} errors={errors} isNew />
          <div class="form-actions">
            <Button tone="primary">Create team</Button>
            <LinkButton href="/teams">Cancel</LinkButton>
          </div>
        </form>
      </div>
    </Page>
  )
}
