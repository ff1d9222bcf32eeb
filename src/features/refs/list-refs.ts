import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireSha, type Sha } from '../../core/sha.ts'
import { readPage } from '../../db/read-page.ts'
import { parseTag, type Signature } from '../../git/parse-commit.ts'
import { requireRepo } from '../access/require-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

export interface Branch {
  readonly name: string
  readonly isDefault: boolean
  readonly sha: Sha
}

export interface Tag {
  readonly name: string
  readonly sha: Sha
  /** Null for a lightweight tag, which is nothing but a name. */
  readonly annotation: { readonly sha: Sha; readonly message: string; readonly tagger: Signature | null } | null
}

const heads = 'refs/heads/'
const tags = 'refs/tags/'
const reading = { role: 'Reader', scope: 'repo:read' } as const

/** The default branch first, then by name. */
export async function listBranches(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  request: PageRequest,
): Promise<Page<Branch>> {
  const repo = await requireRepo(app, actor, ref, reading)
  const first = heads + repo.defaultBranch
  const query = refsUnder(app, repo.id, heads)
    .select(['name', 'sha', 'peeled'])
    .orderBy((eb) => eb.case().when('name', '=', first).then(0).else(1).end())
    .orderBy('name')
  return mapPage(await readPage(query, request), (row) => ({
    name: row.name.slice(heads.length),
    isDefault: row.name === first,
    sha: requireSha(row.sha),
  }))
}

/** The newest first. */
export async function listTags(
  app: Pick<App, 'config' | 'db' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  request: PageRequest,
): Promise<Page<Tag>> {
  const repo = await requireRepo(app, actor, ref, reading)
  const dir = repoDirectory(app.config, repo)
  const query = refsUnder(app, repo.id, tags)
    .select(['name', 'sha', 'peeled'])
    .orderBy('updated_at', 'desc')
    .orderBy('name', 'desc')
  const page = await readPage(query, request)
  const items = await Promise.all(
    page.items.map(async (row): Promise<Tag> => {
      const name = row.name.slice(tags.length)
      const sha = requireSha(row.peeled)
      if (row.sha === row.peeled) return { name, sha, annotation: null }
      const object = await app.objects.read(dir, requireSha(row.sha))
      const { message = '', tagger = null } = object === null ? {} : parseTag(object.data)
      return { name, sha, annotation: { sha: requireSha(row.sha), message: message.trimEnd(), tagger } }
    }),
  )
  return { ...page, items }
}

export function refsUnder(app: Pick<App, 'db'>, repoId: number, prefix: 'refs/heads/' | 'refs/tags/') {
  // A range instead of LIKE: it uses the index on both databases, whatever their collation. '0' follows '/'.
  return app.db
    .selectFrom('refs')
    .where('repo_id', '=', repoId)
    .where('name', '>', prefix)
    .where('name', '<', `${prefix.slice(0, -1)}0`)
}
