/** Where `.gitmodules` says that a submodule comes from; null for what is no address that a page could lead to. */
export function submoduleUrl(gitmodules: string, path: string): string | null {
  let isWanted = false
  let url: string | null = null
  for (const line of gitmodules.split('\n')) {
    const said = line.trim()
    if (said.startsWith('[')) {
      if (isWanted && url !== null) return url
      isWanted = false
      url = null
    }
    const equals = said.indexOf('=')
    const key = said.slice(0, Math.max(0, equals)).trimEnd()
    const value = unquoted(said.slice(equals + 1).trimStart())
    if (key === 'path' && value === path) isWanted = true
    if (key === 'url') url = value
  }
  return isWanted ? url : null
}

function unquoted(value: string): string {
  return value.replace(/^"/, '').replace(/"$/, '')
}
