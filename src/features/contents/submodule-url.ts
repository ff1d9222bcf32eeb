/** Where `.gitmodules` says that a submodule comes from; null for what is no address that a page could lead to. */
export function submoduleUrl(gitmodules: string, path: string): string | null {
  let isWanted = false
  let url: string | null = null
  for (const line of gitmodules.split('\n')) {
    if (/^\s*\[/.test(line)) {
      if (isWanted && url !== null) return url
      isWanted = false
      url = null
    }
    const [, key, value] = /^\s*(path|url)\s*=\s*"?(.*?)"?\s*$/.exec(line) ?? []
    if (key === 'path' && value === path) isWanted = true
    if (key === 'url') url = value ?? null
  }
  return isWanted ? url : null
}
