import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { notFound, unauthorized } from '../../core/errors.ts'
import { aliveSessions } from '../sessions/alive-sessions.ts'
import { type OpenRepo, type RepoNeed, requireRepo } from './require-repo.ts'

type Needs = Pick<App, 'clock' | 'db'>

/**
 * For what goes on for longer than a moment, a push or a stream: the gate once more, for the same repository, and whether
 * what somebody came in with would still let them in.
 */
export async function requireStill(app: Needs, actor: Actor, repo: OpenRepo, need: RepoNeed): Promise<OpenRepo> {
  if (!(await isStillGood(app, actor))) throw unauthorized()
  const again = await requireRepo(app, actor, { owner: repo.owner, repo: repo.slug }, need)
  if (again.id !== repo.id) throw notFound('REPO')
  return again
}

async function isStillGood(app: Needs, actor: Actor): Promise<boolean> {
  const user = userOf(actor)
  if (user !== null && !(await isEnabled(app, user.id))) return false
  switch (actor.kind) {
    case 'anonymous':
    case 'system':
      return true
    case 'session':
      // 0: by a password, which is looked at for each request.
      return actor.sessionId === 0 || (await aliveSessions(app, [actor.sessionId])).has(actor.sessionId)
    case 'token':
      return actor.tokenId === 0 || (await hasToken(app, actor.tokenId))
    case 'ssh-key':
      return hasKey(app, 'ssh_keys', actor.keyId)
    case 'deploy-key':
      return hasKey(app, 'deploy_keys', actor.keyId)
  }
}

async function isEnabled(app: Needs, userId: number): Promise<boolean> {
  const users = app.db.selectFrom('users').select('id').where('id', '=', userId)
  return (await users.where('disabled_at', 'is', null).executeTakeFirst()) !== undefined
}

async function hasToken(app: Needs, id: number): Promise<boolean> {
  const tokens = app.db.selectFrom('access_tokens').select('id').where('id', '=', id)
  return (await tokens.where('expires_at', '>', app.clock.now()).executeTakeFirst()) !== undefined
}

async function hasKey(app: Needs, table: 'ssh_keys' | 'deploy_keys', id: number): Promise<boolean> {
  return (await app.db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
