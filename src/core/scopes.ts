export const scopes = [
  'repo:read',
  'repo:write',
  'issues:read',
  'issues:write',
  'pulls:read',
  'pulls:write',
  'ci:read',
  'ci:write',
] as const

export type Scope = (typeof scopes)[number]

export function parseScope(text: string): Scope | undefined {
  return scopes.find((scope) => scope === text)
}

/** Write implies read of the same area. */
export function grants(held: readonly Scope[], needed: Scope): boolean {
  if (held.includes(needed)) return true
  return needed.endsWith(':read') && held.some((scope) => scope === needed.replace(':read', ':write'))
}
