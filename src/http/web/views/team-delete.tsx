import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { TypedConfirmation } from '../components/typed-confirmation.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { TeamFrame, type TeamHead, teamUrl } from '../layout/team-frame.tsx'

export type TeamDeleteProps = { chrome: Chrome; team: TeamHead; errors: FormErrors }

export function TeamDeleteView({ chrome, team, errors }: TeamDeleteProps) {
  return (
    <TeamFrame chrome={chrome} team={team} title={`Delete ${team.name}`}>
      <div class="narrow stack">
        <FormErrorSummary errors={errors} fields={{ confirm: 'Confirmation' }} />
        <Notice tone="danger" word="This cannot be undone.">
          Its members lose the access they have through it, and its name becomes available to others. A team that owns
          repositories cannot be deleted: transfer or delete those first.
        </Notice>
        <TypedConfirmation
          action={`${teamUrl(team.slug)}/settings/delete`}
          expected={team.slug}
          noun="short name"
          confirm="Delete this team"
          error={errors['confirm']}
        />
      </div>
    </TeamFrame>
  )
}
