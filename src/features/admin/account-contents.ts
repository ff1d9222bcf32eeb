import type { App } from '../../app.ts'
import type { AdminActor, SessionActor } from '../../core/actor.ts'
import type { User } from '../../core/user.ts'
import { countOf } from '../../db/count-of.ts'
import { teamsLeftAlone } from '../teams/keep-owners.ts'
import { requireUserByName } from '../users/find-user.ts'

export interface AccountContents {
  readonly user: User
  /** All of them. */
  readonly repositoryCount: number
  /** The names of the first. */
  readonly repositories: readonly string[]
  readonly sshKeys: number
  readonly tokens: number
  readonly sessions: number
}

const named = 10

/** What would be lost with an account, and the teams that keep it from going. */
export async function accountContents(
  app: Pick<App, 'clock' | 'db'>,
  _actor: AdminActor,
  username: string,
): Promise<AccountContents & { readonly teamsLeftAlone: readonly string[] }> {
  const user = await requireUserByName(app.db, username)
  return { ...(await contentsOf(app, user)), teamsLeftAlone: await teamsLeftAlone(app.db, user.id) }
}

export function ownContents(app: Pick<App, 'clock' | 'db'>, { user }: SessionActor): Promise<AccountContents> {
  return contentsOf(app, user)
}

async function contentsOf(app: Pick<App, 'clock' | 'db'>, user: User): Promise<AccountContents> {
  const count = async (table: 'ssh_keys' | 'access_tokens'): Promise<number> => {
    const row = await app.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    return Number(row.total)
  }
  const owned = app.db.selectFrom('repos').where('owner_id', '=', user.id)
  const [repos, all, sshKeys, tokens, sessions] = await Promise.all([
    owned.select('slug').orderBy('slug_key').limit(named).execute(),
    owned.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    count('ssh_keys'),
    count('access_tokens'),
    countOpenSessions(app, user),
  ])
  const repositories = repos.map((repo) => `${user.username}/${repo.slug}`)
  return { user, repositoryCount: Number(all.total), repositories, sshKeys, tokens, sessions }
}

async function countOpenSessions({ db, clock }: Pick<App, 'clock' | 'db'>, user: User): Promise<number> {
  const open = db.selectFrom('sessions').where('user_id', '=', user.id).where('ended_at', 'is', null)
  return countOf(open.where('expires_at', '>', clock.now()))
}
