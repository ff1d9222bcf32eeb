import type { RepoRef } from '../core/repo.ts'
import type { Operation } from '../features/lfs/lfs-access.ts'

/** What an SSH client can ask for: git itself, or a pass for LFS, which goes over HTTP. */
export type Wish =
  | { readonly service: 'upload-pack' | 'receive-pack' }
  | { readonly service: 'lfs-authenticate'; readonly operation: Operation }

/** The three things that can be done here; everything else that an SSH client may ask for is refused. */
const shape = /^git[- ](upload-pack|receive-pack) +(\S.*)$/
const lfsShape = /^git-lfs-authenticate +(\S.*) (download|upload)$/
const bare = /^[A-Za-z0-9._/-]+$/
const name = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/**
 * Reads the command line of a git client. There is no shell: it is taken apart here, strictly, and nothing of it is ever
 * run. Null for anything but one of our commands; `repo` is null where the path can name no repository.
 */
export function parseCommand(line: string): { wish: Wish; repo: RepoRef | null } | null {
  const [wish, argument] = parseWish(line)
  const path = wish === null ? null : unquoted(argument.trimEnd())
  return wish === null || path === null ? null : { wish, repo: parsePath(path) }
}

function parseWish(line: string): [Wish | null, string] {
  const [, service, argument = ''] = shape.exec(line) ?? []
  if (service === 'upload-pack' || service === 'receive-pack') return [{ service }, argument]
  const [, path = '', operation] = lfsShape.exec(line) ?? []
  const known = operation === 'download' || operation === 'upload'
  return [known ? { service: 'lfs-authenticate', operation } : null, path]
}

/** One word, bare or in single quotes as git writes them: `'it'\''s'`. Null for more than one, or anything cleverer. */
function unquoted(text: string): string | null {
  if (bare.test(text)) return text
  const inside = /^'((?:[^']|'\\['!]')*)'$/.exec(text)?.[1]
  return inside === undefined ? null : inside.replaceAll(/'\\(['!])'/g, '$1')
}

/** `owner/repo`, with or without a slash in front or behind and `.git` at the end. No home directories, no ways up. */
function parsePath(path: string): RepoRef | null {
  const [owner = '', repo = '', ...rest] = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  const slug = repo.replace(/\.git$/, '')
  const sound = [owner, slug].every((part) => name.test(part) && !part.includes('..'))
  return sound && rest.length === 0 ? { owner, repo: slug } : null
}
