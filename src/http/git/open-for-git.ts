import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault, unauthorized } from '../../core/errors.ts'
import { type OpenRepo, type RepoNeed, requireRepo } from '../../features/access/require-repo.ts'

/** By the path of a git URL, with or without `.git`. */
export async function openForGit(
  app: Pick<App, 'db'>,
  actor: Actor,
  params: { readonly owner: string; readonly repo: string },
  need: RepoNeed,
): Promise<OpenRepo> {
  const ref = { owner: params.owner, repo: params.repo.replace(/\.git$/, '') }
  try {
    return await requireRepo(app, actor, ref, need)
  } catch (error) {
    // A stranger is asked to sign in whether the repository is private or missing: git then asks the person.
    if (actor.kind === 'anonymous' && error instanceof Fault && error.kind === 'not-found') throw unauthorized()
    throw error
  }
}
