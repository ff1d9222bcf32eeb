import type { Role } from '../../../core/roles.ts'
import { Button } from './button.tsx'
import type { Choice } from './choice-field.tsx'

/** What each role is for, in a line. */
const abilities: Record<Role, string> = {
  Reader: 'reads, clones, opens issues',
  Developer: 'pushes, reviews, merges',
  Maintainer: 'also settings and people',
  Owner: 'everything',
}

export function roleChoices(roles: readonly Role[]): readonly Choice[] {
  return roles.map((role) => ({ value: role, label: `${role}: ${abilities[role]}` }))
}

type RoleFormProps = {
  /** Unique on the page. */
  id: string
  action: string
  /** Whose role it is. */
  name: string
  role: Role
  roles: readonly Role[]
}

/** A role that can be changed where it stands. */
export function RoleForm({ id, action, name, role, roles }: RoleFormProps) {
  return (
    <form method="post" action={action} class="role-form">
      <label class="sr-only" for={id}>
        Role of {name}
      </label>
      <select id={id} class="input input-select" name="role">
        {roles.map((one) => (
          <option key={one} value={one} selected={one === role}>
            {one}
          </option>
        ))}
      </select>
      <Button size="small" label={`Change the role of ${name}`}>
        Change
      </Button>
    </form>
  )
}
