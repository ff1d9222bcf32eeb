import { invalidField } from './errors.ts'

/** What somebody may do in a repository, weakest first. */
export const roles = ['Reader', 'Developer', 'Maintainer', 'Owner'] as const

export type Role = (typeof roles)[number]

export function atLeast(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed)
}

export function higher(a: Role | null, b: Role | null): Role | null {
  if (a === null || b === null) return a ?? b
  return atLeast(a, b) ? a : b
}

/** Either way of writing it: `maintainer` means `Maintainer`. */
export function parseRole(field: string, text: string): Role {
  const role = roles.find((one) => one.toLowerCase() === text.toLowerCase())
  if (role === undefined) throw invalidField(field, 'unknown', `must be one of ${roles.join(', ')}`)
  return role
}
