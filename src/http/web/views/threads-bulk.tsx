import type { ComponentChildren } from 'preact'
import { Button } from '../components/button.tsx'
import { SelectField } from '../components/choice-field.tsx'
import type { IconName } from '../components/icon.tsx'
import type { ShownLabel } from '../components/label-chip.tsx'
import { LabelChoices } from '../components/label-choices.tsx'
import { ButtonMenu } from '../components/menu.tsx'
import type { PageInfo } from '../components/pagination.tsx'
import { type OfferedPerson, PeoplePicker } from '../components/people-picker.tsx'
import { SelectedCount } from '../components/select-rows.tsx'
import type { ThreadKind, ThreadQuery } from '../thread-query.ts'

export type BulkChoices = {
  labels: readonly ShownLabel[]
  moreLabelsAt: string | null
  milestones: readonly string[]
  people: readonly OfferedPerson[]
  peopleAt: string
}

type BulkBarProps = { kind: ThreadKind; state: ThreadQuery['state']; choices: BulkChoices; pagination: PageInfo }

/**
 * For whoever looks after the repository: the same for all that are ticked. Under the list, so that nothing moves when it
 * comes, and only as long as something is ticked.
 */
export function BulkBar({ kind, state, choices, pagination }: BulkBarProps) {
  const { labels, milestones } = choices
  const isIssue = kind === 'issue'
  return (
    <div class="selection selection-below" data-selection>
      {pagination.page > 1 && <input type="hidden" name="page" value={pagination.page} />}
      <SelectedCount />
      <div class="selection-actions" role="group" aria-label="Change selected">
        {(state === 'open' || state === 'all') && (
          <Act action="close" icon={isIssue ? 'issue-closed' : 'git-pull-request-closed'}>
            Close
          </Act>
        )}
        {(state === 'closed' || state === 'all') && (
          <Act action="open" icon={isIssue ? 'issue-opened' : 'git-pull-request'}>
            Reopen
          </Act>
        )}
        {labels.length > 0 && (
          <Change icon="tag" word="Label" acts={{ label: 'Add', unlabel: 'Remove' }}>
            <LabelChoices all={labels} held={new Set()} moreAt={choices.moreLabelsAt} />
          </Change>
        )}
        {milestones.length > 0 && (
          <Change icon="milestone" word="Milestone" acts={{ milestone: 'Set milestone' }}>
            <SelectField
              name="milestone"
              label="Milestone"
              choices={[
                ...milestones.map((title) => ({ value: title, label: title })),
                { value: '', label: 'No milestone' },
              ]}
            />
          </Change>
        )}
        <Change icon="person" word="Assignee" acts={{ assign: 'Assign', unassign: 'Unassign' }}>
          <PeoplePicker name="assignee" held={[]} offered={choices.people} suggestAt={choices.peopleAt} />
        </Change>
      </div>
    </div>
  )
}

function Act({ action, icon, children }: { action: string; icon?: IconName; children: ComponentChildren }) {
  return (
    <Button name="action" value={action} icon={icon}>
      {children}
    </Button>
  )
}

type ChangeProps = {
  icon: IconName
  word: string
  /** What can be done with what is chosen. */
  acts: Readonly<Record<string, string>>
  children: ComponentChildren
}

function Change({ icon, word, acts, children }: ChangeProps) {
  return (
    <ButtonMenu icon={icon} word={word} isTool>
      <div class="selection-change">
        {children}
        <div class="selection-actions">
          {Object.entries(acts).map(([action, does]) => (
            <Act key={action} action={action}>
              {does}
            </Act>
          ))}
        </div>
      </div>
    </ButtonMenu>
  )
}
