import { invalidField } from '../../core/errors.ts'
import type { TrackerKind } from '../trackers/tracker.ts'
import { whyForbidden } from '../webhooks/reach.ts'

/**
 * Where a repository is to come from. The password is kept nowhere, but as long as issues are on their way (see
 * tracker-store.ts): an import that is begun again asks for it again.
 */
export interface Source {
  readonly url: URL
  readonly username: string
  readonly password: string
}

export interface SourceInput {
  readonly url: string
  readonly username?: string | undefined
  /** Or a token. */
  readonly password?: string | undefined
}

export interface TrackerInput {
  /** What has the issues and pull requests that are to come along; nothing where none are. */
  readonly tracker?: TrackerKind | undefined
}

/** What people give, and what servers lead to. */
export const longestUrl = 2000

export function parseSource(
  { url: text, username = '', password = '' }: SourceInput,
  allowed: readonly string[],
): Source {
  const url = URL.parse(text.trim())
  if (isSsh(text.trim())) {
    throw invalidField('url', 'format', 'must begin with https://: addresses for SSH do not work here')
  }
  if (url === null || text.length > longestUrl || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw invalidField(
      'url',
      'format',
      'must be the address that one would clone, such as https://example.org/ada/engine.git',
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField('url', 'format', 'must not hold a password: there are fields for it')
  }
  if (username.includes(':')) throw invalidField('username', 'format', 'must hold no colon')
  url.hash = ''
  url.search = ''
  if (whyForbidden(url, allowed) !== null) throw notPublic(url)
  return { url, username, password }
}

/** `ssh://…`, or the short form that git knows: `git@example.org:ada/engine.git`. */
function isSsh(text: string): boolean {
  return /^(?:git\+)?ssh:/i.test(text) || /^[^\s/:@]+@[^\s/:]+:/.test(text)
}

/** Says nothing of where a name leads. */
export function notPublic(url: URL): Error {
  return invalidField(
    'url',
    'not_public',
    `leads to ${url.hostname}, which is not a public address: an administrator can allow it with IMPORT_ALLOWED_HOSTS`,
  )
}
