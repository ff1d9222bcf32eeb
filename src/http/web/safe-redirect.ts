const elsewhere = 'http://elsewhere.invalid'

/** A path on this site, or the fallback: `//host`, `/\host`, tabs and the like lead browsers away. */
export function safeRedirect(target: string, fallback: string): string {
  if (!target.startsWith('/') || /[\\\p{Cc}]/u.test(target) || !URL.canParse(target, elsewhere)) return fallback
  const url = new URL(target, elsewhere)
  return url.origin === elsewhere && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : fallback
}
