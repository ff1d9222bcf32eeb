/** What somebody may do in a repository, weakest first. */
const roles = ['Reader', 'Developer', 'Maintainer', 'Owner'] as const

export type Role = (typeof roles)[number]

export function atLeast(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed)
}

export function higher(a: Role | null, b: Role | null): Role | null {
  if (a === null || b === null) return a ?? b
  return atLeast(a, b) ? a : b
}
