/** Why a path of the working directory cannot be kept as cache or artifact, as the end of a sentence; null where it can. */
export function whyBadKeptPath(path: string): string | null {
  if (path.trim() === '') return 'must not be empty'
  if (/[\p{Cc}\\]/u.test(path)) return 'must not hold control characters or backslashes'
  if (/^[/~]/.test(path)) return 'must be relative: it lies inside the working directory'
  // Programs such as tar would take it for an option.
  if (path.startsWith('-')) return 'must not begin with a dash: write ./ before it'
  if (path.split('/').includes('..')) return 'must not hold «..»: it lies inside the working directory'
  return null
}
