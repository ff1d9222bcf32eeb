import { counted } from './counted.ts'
import { Icon } from './icon.tsx'

/** Changed files that have the same owners. */
export type ShownOwners = {
  /** Some of them. */
  paths: readonly string[]
  count: number
  /** Those who can approve. */
  asked: readonly string[]
  approvedBy: readonly string[]
  /** How many approvals are missing. */
  missing: number
}

const mostGroups = 10
const mostNames = 5

/** Whose approval is there, and whose is missing. What is missing comes first. */
export function OwnerList({ owners }: { owners: readonly ShownOwners[] }) {
  const sorted = owners.toSorted((a, b) => Number(a.missing === 0) - Number(b.missing === 0))
  const others = sorted.slice(mostGroups).reduce((sum, { count }) => sum + count, 0)
  return (
    <ul class="merge-owners" role="list" aria-label="Owners of changed files">
      {sorted.slice(0, mostGroups).map((one) => (
        <li key={`${one.asked.join(' ')} ${one.missing} ${one.paths.join(' ')}`}>
          <Icon name={one.missing > 0 ? 'clock' : 'check-circle'} />
          <span>
            {one.paths.map((path, at) => (
              <span key={path}>
                {at > 0 && ', '}
                <code class="break">{path}</code>
              </span>
            ))}
            {one.count > one.paths.length && ` and ${counted(one.count - one.paths.length, 'other file')}`}
          </span>
          <span class="muted break">{standOf(one)}</span>
        </li>
      ))}
      {others > 0 && <li class="muted">and {counted(others, 'other file')}</li>}
    </ul>
  )
}

function standOf({ asked, approvedBy, missing }: ShownOwners): string {
  const approved = approvedBy.length === 0 ? '' : `approved by ${approvedBy.join(' and ')}`
  if (missing === 0) return approved
  const waiting = `waiting for ${missing === 1 ? '' : `${missing} of `}${anyOf(asked)}`
  return approved === '' ? waiting : `${approved}, ${waiting}`
}

function anyOf(names: readonly string[]): string {
  const others = names.length - mostNames
  return [...names.slice(0, mostNames), ...(others > 0 ? [counted(others, 'other')] : [])].join(' or ')
}
