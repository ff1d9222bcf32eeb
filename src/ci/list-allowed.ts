const most = 20

/** What is allowed, for whoever used something else; the end of a long list is left out. */
export function listAllowed(allowed: readonly string[]): string {
  if (allowed.length === 0) return 'none'
  return allowed.length <= most ? allowed.join(', ') : `${allowed.slice(0, most).join(', ')} and more`
}
