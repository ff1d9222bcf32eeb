const elsewhere = 'http://elsewhere.invalid'

/** A path on this site, or the fallback: `//host`, `/\host`, tabs and the like lead browsers away. */
export function safeRedirect(target: string, fallback: string): string {
  if (!target.startsWith('/') || /[\\\p{Cc}]/u.test(target) || !URL.canParse(target, elsewhere)) return fallback
  const url = new URL(target, elsewhere)
  return url.origin === elsewhere && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : fallback
}

/** Plain names only: nothing that a browser could take for another host once the slash is gone. */
const slashed = /^(?:\/[\w.~-]+)+\/+$/

/** Pages have no slash at their end; whoever types one is led to the page. Null where there is none. */
export function withoutTrailingSlash(request: { readonly method: string; readonly url: string }): string | null {
  const [path = '', ...query] = request.url.split('?')
  if ((request.method !== 'GET' && request.method !== 'HEAD') || !slashed.test(path)) return null
  const plain = safeRedirect([path.replace(/\/+$/, ''), ...query].join('?'), '')
  return plain === '' ? null : plain
}
