import type { ComponentChildren } from 'preact'
import { Button } from '../components/button.tsx'
import { type Choice, SelectField } from '../components/choice-field.tsx'
import type { IconName } from '../components/icon.tsx'
import { ButtonMenu } from '../components/menu.tsx'
import type { PageInfo } from '../components/pagination.tsx'
import { SelectAll } from '../components/select-rows.tsx'
import type { ThreadKind } from '../thread-query.ts'
import type { ThreadChoices } from './threads-filters.tsx'

type BulkBarProps = { kind: ThreadKind; choices: ThreadChoices; pagination: PageInfo }

/** For who looks after the repository: the same for all that are ticked. */
export function BulkBar({ kind, choices, pagination }: BulkBarProps) {
  const { labels, milestones } = choices
  const isIssue = kind === 'issue'
  return (
    <div class="selection" data-selection>
      <SelectAll info={pagination} />
      <div class="selection-actions" role="group" aria-label="Change selected">
        <Button name="action" value="close" icon={isIssue ? 'issue-closed' : 'git-pull-request-closed'}>
          Close
        </Button>
        <Button name="action" value="open" icon={isIssue ? 'issue-opened' : 'git-pull-request'}>
          Reopen
        </Button>
        {labels.length > 0 && (
          <Change icon="tag" word="Label" name="label" choices={labels.map(({ name }) => named(name))}>
            <Button name="action" value="label">
              Add label
            </Button>
          </Change>
        )}
        {milestones.length > 0 && (
          <Change
            icon="milestone"
            word="Milestone"
            name="milestone"
            choices={[...milestones.map(named), { value: '', label: 'No milestone' }]}
          >
            <Button name="action" value="milestone">
              Set milestone
            </Button>
          </Change>
        )}
        <Button name="action" value="assign-me" icon="person" isTool>
          Assign to me
        </Button>
      </div>
    </div>
  )
}

function named(name: string): Choice {
  return { value: name, label: name }
}

type ChangeProps = {
  icon: IconName
  word: string
  name: string
  choices: readonly Choice[]
  children: ComponentChildren
}

/** One of many, and what is done with it. */
function Change({ icon, word, name, choices, children }: ChangeProps) {
  return (
    <ButtonMenu icon={icon} word={word} isTool>
      <div class="selection-change">
        <SelectField id={`bulk-${name}`} name={name} label={word} choices={choices} />
        <div class="selection-actions">{children}</div>
      </div>
    </ButtonMenu>
  )
}
