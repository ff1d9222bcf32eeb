import { Button } from '../components/button.tsx'
import type { ThreadKind } from '../thread-query.ts'
import type { ThreadChoices } from './threads-filters.tsx'

/** For who looks after the repository: the same for all that are ticked. */
export function BulkBar({ kind, choices }: { kind: ThreadKind; choices: ThreadChoices }) {
  return (
    <details class="bulk" data-bulk>
      <summary>
        <span data-bulk-count>Change selected</span>
      </summary>
      <div class="bulk-actions">
        <Button
          size="small"
          name="action"
          value="close"
          icon={kind === 'issue' ? 'issue-closed' : 'git-pull-request-closed'}
        >
          Close
        </Button>
        <Button size="small" name="action" value="open" icon={kind === 'issue' ? 'issue-opened' : 'git-pull-request'}>
          Reopen
        </Button>
        {choices.labels.length > 0 && (
          <span class="bulk-choice">
            <select class="input input-select" name="label" aria-label="Label to add">
              {choices.labels.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
            <Button size="small" name="action" value="label">
              Add label
            </Button>
          </span>
        )}
        {choices.milestones.length > 0 && (
          <span class="bulk-choice">
            <select class="input input-select" name="milestone" aria-label="Milestone">
              <option value="">No milestone</option>
              {choices.milestones.map((title) => (
                <option key={title} value={title}>
                  {title}
                </option>
              ))}
            </select>
            <Button size="small" name="action" value="milestone">
              Set milestone
            </Button>
          </span>
        )}
        <Button size="small" name="action" value="assign-me" icon="person">
          Assign to me
        </Button>
      </div>
    </details>
  )
}
