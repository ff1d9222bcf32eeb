import type { App } from '../../app.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { findRepoById } from '../repos/find-repo.ts'

/** A webhook that nobody answers any more was switched off: those who could mend it hear of it, each once. */
export async function tellMaintainers(
  app: Pick<App, 'config' | 'db' | 'mailer'>,
  hookId: number,
  jobUuid: string,
): Promise<void> {
  const hook = await app.db.selectFrom('webhooks').selectAll().where('id', '=', hookId).executeTakeFirst()
  const repo = hook === undefined || hook.repo_id === null ? null : await findRepoById(app.db, hook.repo_id)
  if (hook === undefined || repo === null) return
  const host = new URL(hook.url).host
  for (const person of await maintainersOf(app, repo)) {
    await app.mailer.send(
      composeMail(app.config, {
        to: person.email,
        subject: `A webhook of ${repo.owner}/${repo.slug} was disabled`,
        greeting: `Hello ${person.name},`,
        paragraphs: [
          `the webhook of ${repo.owner}/${repo.slug} to ${host} failed 20 times in a row and was switched off.`,
          'Look at what was sent and answered, mend the receiver, and switch the webhook on again; what was missed can be replayed.',
        ],
        action: { label: 'Look at the webhook', path: `/${repo.owner}/${repo.slug}/settings/webhooks/${hook.uuid}` },
        footer: `You get this because you maintain ${repo.owner}/${repo.slug} at ${app.config.BASE_URL}.`,
        key: `${jobUuid}-${person.id}`,
      }),
    )
  }
}

function maintainersOf(app: Pick<App, 'db'>, repo: { readonly id: number; readonly ownerId: number }) {
  return app.db
    .selectFrom('users')
    .innerJoin('owners', 'owners.id', 'users.id')
    .select(['users.id', 'owners.name', 'users.email'])
    .where('users.disabled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('users.id', '=', repo.ownerId),
        eb(
          'users.id',
          'in',
          eb
            .selectFrom('repo_grants')
            .select('grantee_id')
            .where('repo_id', '=', repo.id)
            .where('role', 'in', ['Maintainer', 'Owner']),
        ),
      ]),
    )
    .execute()
}
