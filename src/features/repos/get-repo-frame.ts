import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
import { requireRepo } from '../access/require-repo.ts'

/** What every page of a repository shows around its content. */
export interface RepoFrame {
  readonly repo: Repo
  readonly isStarred: boolean
  readonly can: {
    readonly star: boolean
    readonly push: boolean
    readonly configure: boolean
  }
}

export async function getRepoFrame(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef): Promise<RepoFrame> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  const user = userOf(actor)
  const star =
    user === null
      ? undefined
      : await app.db
          .selectFrom('stars')
          .select('user_id')
          .where('repo_id', '=', repo.id)
          .where('user_id', '=', user.id)
          .executeTakeFirst()
  return {
    repo,
    isStarred: star !== undefined,
    can: {
      star: user !== null,
      push: user !== null && !repo.isArchived && atLeast(repo.role, 'Developer'),
      configure: user !== null && atLeast(repo.role, 'Maintainer'),
    },
  }
}
