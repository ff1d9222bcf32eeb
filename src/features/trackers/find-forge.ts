import { invalidField } from '../../core/errors.ts'
import { withoutEndSlashes } from '../../core/without-end-slashes.ts'
import type { Forge } from './forge.ts'
import { gitea } from './gitea.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import type { TrackerKind } from './tracker.ts'

export interface ForgeAt {
  readonly kind: TrackerKind
  /** That one would clone. */
  readonly url: URL
  /** One of `possibleFolders`. */
  readonly folder: string
}

/** Where the issues of a repository are, from the address that one would clone. */
export function findForge({ kind, url, folder }: ForgeAt, token: string): Forge {
  const parts = partsOf(url)
  // It goes into a header.
  if (!/^[\x21-\x7e]*$/.test(token)) throw invalidField('password', 'format', 'is no token: it has other characters')
  const project = parts.slice(-2).join('/')
  switch (kind) {
    case 'github':
      return github(url, project, token)
    case 'gitea':
      return gitea(url, { folder: folderOf(parts.slice(0, -2)), project }, token)
    case 'gitlab':
      return gitlab(url, { folder, parts: parts.slice(folder.split('/').length - 1) }, token)
  }
  return kind satisfies never
}

/** Deeper than this nobody puts a server. */
const deepest = 2

/**
 * Below which folders of its host a server may have its projects, the likeliest first. Groups of GitLab have groups: of
 * `/a/b/c` nobody can tell without asking whether `a` is one, or where the server is.
 */
export function possibleFolders(kind: TrackerKind, url: URL): readonly string[] {
  if (kind !== 'gitlab') return ['']
  const parts = partsOf(url).slice(0, -2).slice(0, deepest)
  return ['', ...parts.map((_, at) => folderOf(parts.slice(0, at + 1)))]
}

function partsOf(url: URL): readonly string[] {
  const parts = withoutEndSlashes(url.pathname)
    .replace(/\.git$/i, '')
    .split('/')
    .filter((part) => part !== '')
  if (parts.length >= 2) return parts
  throw invalidField('tracker', 'format', 'needs an address that ends with an owner and a name, such as /ada/engine')
}

function folderOf(parts: readonly string[]): string {
  return parts.map((part) => `/${part}`).join('')
}
