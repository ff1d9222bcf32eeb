import type { App } from '../../app.ts'
import { maintainersOf } from '../access/maintainers-of.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { findRepoById } from '../repos/find-repo.ts'
import type { HookRow } from './hook-lease.ts'

type Needs = Pick<App, 'config' | 'db' | 'mailer'>

/** A webhook that nobody answers any more was switched off: those who could mend it hear of it, each once. */
export async function tellMaintainers(app: Needs, hookId: number, jobUuid: string): Promise<void> {
  const hook = await app.db.selectFrom('webhooks').selectAll().where('id', '=', hookId).executeTakeFirst()
  const home = hook === undefined ? null : await homeOf(app, hook)
  if (hook === undefined || home === null) return
  const host = new URL(hook.url).host
  for (const person of await home.people) {
    await app.mailer.send(
      composeMail(app.config, {
        to: person.email,
        subject: `A webhook of ${home.name} was disabled`,
        greeting: `Hello ${person.name},`,
        paragraphs: [
          `the webhook of ${home.name} to ${host} failed 20 times in a row and was switched off.`,
          'Check the deliveries, fix the receiver, and turn the webhook on again; what was missed can be sent again.',
        ],
        action: { label: 'Look at the webhook', path: `${home.path}/${hook.uuid}` },
        footer: `You get this because you maintain ${home.name} at ${app.config.BASE_URL}.`,
        key: `${jobUuid}-${person.id}`,
      }),
    )
  }
}

interface Home {
  readonly name: string
  /** Of its webhooks. */
  readonly path: string
  readonly people: Promise<readonly { readonly id: number; readonly name: string; readonly email: string }[]>
}

async function homeOf(app: Needs, { repo_id: repoId, team_id: teamId }: HookRow): Promise<Home | null> {
  if (repoId !== null) {
    const repo = await findRepoById(app.db, repoId)
    if (repo === null) return null
    const name = `${repo.owner}/${repo.slug}`
    return { name, path: `/${name}/settings/webhooks`, people: maintainersOf(app.db, repo) }
  }
  if (teamId === null) return { name: 'the whole service', path: '/admin/webhooks', people: administrators(app) }
  const team = await app.db.selectFrom('owners').select('name').where('id', '=', teamId).executeTakeFirst()
  if (team === undefined) return null
  return { name: team.name, path: `/teams/${team.name}/webhooks`, people: maintainersOfTeam(app, teamId) }
}

function people(app: Needs) {
  return app.db
    .selectFrom('users')
    .innerJoin('owners', 'owners.id', 'users.id')
    .select(['users.id', 'owners.name', 'users.email'])
    .where('users.disabled_at', 'is', null)
}

function administrators(app: Needs) {
  return people(app).where('is_admin', '=', 1).execute()
}

function maintainersOfTeam(app: Needs, teamId: number) {
  return people(app)
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('team_members')
        .select('user_id')
        .where('team_id', '=', teamId)
        .where('role', 'in', ['Maintainer', 'Owner']),
    )
    .execute()
}
