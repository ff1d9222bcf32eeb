import { invalidField } from '../../../core/errors.ts'

const roles = ['Developer', 'Maintainer', 'Owner'] as const
type TypedRole = (typeof roles)[number]

/** The role that was chosen in a field of a form. */
export function typedRole(field: string, text: string): TypedRole {
  const role = roles.find((one) => one === text)
  if (role === undefined) throw invalidField(field, 'format', 'is not a role')
  return role
}

export function typedRoleOrNobody(field: string, text: string): TypedRole | 'Nobody' {
  return text === 'Nobody' ? 'Nobody' : typedRole(field, text)
}
