import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'

export interface FirstSteps {
  readonly repository: boolean
  readonly verifyEmail: boolean
  /** Null where there is no SSH to use one with. */
  readonly sshKey: boolean | null
  readonly token: boolean
  readonly twoFactor: boolean
}

/** What a new person has done of what everybody should; null for whoever has put the list away. */
export async function firstSteps(app: Pick<App, 'config' | 'db'>, actor: SessionActor): Promise<FirstSteps | null> {
  const has = async (table: 'ssh_keys' | 'access_tokens'): Promise<boolean> =>
    (await app.db.selectFrom(table).select('user_id').where('user_id', '=', actor.user.id).limit(1).execute()).length >
    0
  const [hidden, repository, sshKey, token, twoFactor] = await Promise.all([
    app.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', actor.user.id)
      .where('first_steps_hidden_at', 'is not', null)
      .executeTakeFirst(),
    app.db.selectFrom('repos').select('id').where('owner_id', '=', actor.user.id).limit(1).execute(),
    app.config.SSH_ENABLED ? has('ssh_keys') : null,
    has('access_tokens'),
    app.db
      .selectFrom('two_factor')
      .select('user_id')
      .where('user_id', '=', actor.user.id)
      .where('enabled_at', 'is not', null)
      .execute(),
  ])
  if (hidden !== undefined) return null
  const hasRepository = repository.length > 0
  return {
    repository: hasRepository,
    verifyEmail: actor.user.emailVerified,
    sshKey,
    token,
    twoFactor: twoFactor.length > 0,
  }
}
