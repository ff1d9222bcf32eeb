import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { listBranches, refsUnder } from './list-refs.ts'

export interface RefNames {
  readonly branches: { readonly names: readonly string[]; readonly total: number }
  readonly tags: { readonly names: readonly string[]; readonly total: number }
}

/** What a menu offers; who looks for more goes to the whole list. */
const most = 100

/** The names alone: the default branch first, tags newest first. */
export async function listRefNames(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef): Promise<RefNames> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  const names = await app.db.recall(`ref names ${repo.id}`, () => readNames(app, actor, ref, repo.id))
  return names ?? readNames(app, actor, ref, repo.id)
}

async function readNames(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef, repoId: number): Promise<RefNames> {
  const tags = refsUnder(app, repoId, 'refs/tags/')
  const [branches, newest, count] = await Promise.all([
    listBranches(app, actor, ref, { page: 1, perPage: most }),
    tags.select('name').orderBy('updated_at', 'desc').orderBy('name', 'desc').limit(most).execute(),
    tags.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return {
    branches: { names: branches.items.map((branch) => branch.name), total: branches.total },
    tags: { names: newest.map((row) => row.name.slice('refs/tags/'.length)), total: Number(count?.count ?? 0) },
  }
}
