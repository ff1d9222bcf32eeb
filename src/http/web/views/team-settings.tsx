import type { Storage } from '../../../features/quota/storage.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { StorageFacts } from '../components/storage-facts.tsx'
import { TeamFields, type TeamValues, teamFieldLabels } from '../components/team-fields.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { TeamFrame, type TeamHead, teamUrl } from '../layout/team-frame.tsx'

export type TeamSettingsProps = {
  chrome: Chrome
  team: TeamHead
  values: TeamValues
  errors: FormErrors
  storage: Storage
}

export function TeamSettingsView({ chrome, team, values, errors, storage }: TeamSettingsProps) {
  const base = `${teamUrl(team.slug)}/settings`
  return (
    <TeamFrame chrome={chrome} team={team} title="Settings">
      <div class="narrow stack">
        <form method="post" action={base} class="form">
          <FormErrorSummary errors={errors} fields={teamFieldLabels} />
          <TeamFields values={values} errors={errors} isNew={false} />
          <div class="form-actions">
            <Button tone="primary">Save</Button>
          </div>
        </form>
        <Panel title="Storage" note="The space the team’s repositories take, with their large files and releases.">
          <StorageFacts storage={storage} />
        </Panel>
        <Panel title="Danger zone" flush>
          <RowList label="Danger zone">
            <Row
              title={<strong>Delete this team</strong>}
              meta="Its members lose the access they have through it. It must not own a repository."
              actions={
                <LinkButton size="small" href={`${base}/delete`} tone="danger">
                  Delete…
                </LinkButton>
              }
            />
          </RowList>
        </Panel>
      </div>
    </TeamFrame>
  )
}
