import type { RepoRef } from '../../core/repo.ts'

const relative = /^\.{1,2}\//
/** `git@host:owner/name`, which is no address that could be parsed. */
const short = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.+)$/
const name = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/

/**
 * The repository of this forge that the address of a submodule means; null for one elsewhere. Relative ones begin where
 * the repository is that has the submodule, as git takes them.
 */
export function submoduleHome(url: string, { owner, repo }: RepoRef, baseUrl: string): RepoRef | null {
  if (relative.test(url)) return repoAt(url.split('/'), [owner, repo])
  const base = new URL(baseUrl)
  const said = short.exec(url)
  if (said !== null) return said[1] === base.hostname ? repoAt((said[2] ?? '').split('/'), []) : null
  const address = URL.parse(url)
  if (address === null) return null
  // Over SSH the port is another, and nothing stands before the owner.
  if (address.protocol === 'ssh:') return address.hostname === base.hostname ? repoAt(partsOf(address), []) : null
  const above = base.pathname.replace(/\/$/, '')
  const isHere = address.origin === base.origin && address.pathname.startsWith(`${above}/`)
  return isHere ? repoAt(partsOf(address).slice(above.split('/').length), []) : null
}

function partsOf({ pathname }: URL): readonly string[] {
  return pathname.split('/')
}

function repoAt(parts: readonly string[], from: readonly string[]): RepoRef | null {
  const place = [...from]
  for (const part of parts) {
    if (part === '' || part === '.') continue
    if (part !== '..') place.push(part)
    else if (place.pop() === undefined) return null
  }
  const [owner = '', last = '', ...more] = place
  const repo = last.replace(/\.git$/, '')
  return more.length === 0 && name.test(owner) && name.test(repo) ? { owner, repo } : null
}
