import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { listBranches } from './list-refs.ts'
import { tagsByVersion } from './tags-by-version.ts'

export interface RefNames {
  readonly branches: { readonly names: readonly string[]; readonly total: number }
  readonly tags: { readonly names: readonly string[]; readonly total: number }
}

/** What a menu offers; whoever looks for more goes to the whole list. */
const most = 100

type Needs = Pick<App, 'config' | 'db' | 'kept'>

const reading = { role: 'Reader', scope: 'repo:read' } as const

/** The names alone: the default branch first, tags by their versions, the highest first. */
export async function listRefNames(app: Needs, actor: Actor, ref: RepoRef): Promise<RefNames> {
  const repo = await requireRepo(app, actor, ref, reading)
  const names = await app.db.recall(`ref names ${repo.id}`, () => readNames(app, actor, ref))
  return names ?? readNames(app, actor, ref)
}

async function readNames(app: Needs, actor: Actor, ref: RepoRef): Promise<RefNames> {
  // Looked up anew: names as they were before a push must not be remembered as those of after it.
  const repo = await requireRepo(app, actor, ref, reading)
  const [branches, tags] = await Promise.all([
    listBranches(app, actor, ref, { page: 1, perPage: most }),
    tagsByVersion(app, repo),
  ])
  return {
    branches: { names: branches.items.map((branch) => branch.name), total: branches.total },
    tags: { names: tags.slice(0, most), total: tags.length },
  }
}
