// A Stithy that somebody lives in: people with keys, tokens and sessions, and a job that gave up.
import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../src/db/transaction.ts'
import { unsubscribePath } from '../../src/features/notifications/unsubscribe.ts'
import { Authenticator } from './authenticator.ts'
import { furnishCi } from './furnish-ci.ts'
import { furnishCode } from './furnish-code.ts'
import { furnishIssues } from './furnish-issues.ts'
import { furnishPipelines } from './furnish-pipelines.ts'
import { furnishPulls } from './furnish-pulls.ts'
import { furnishSbom } from './furnish-sbom.ts'
import { furnishSettings, furnishWebhook } from './furnish-settings.ts'
import { furnishTeams } from './furnish-teams.ts'
import { mailedToken } from './mailed-links.ts'
import { newPublicKey } from './new-public-key.ts'
import { addPasskey, sendSignIn, signInOptions } from './passkeys.ts'
import { type Enrolled, enrol, newPerson, newToken, type Person, password, register, signIn } from './people.ts'
import { commitTo } from './pulls.ts'
import { linkIn } from './steps.ts'
import type { TestStithy } from './stithy.ts'

export interface Household {
  /** The first account: an administrator. */
  readonly admin: Person
  readonly user: Person & { readonly resetLink: string }
  /** Signs in with a second factor. */
  readonly careful: Person & Enrolled
  /** Has done nothing yet. */
  readonly newcomer: Person & { readonly verifyLink: string }
  readonly unsubscribeLink: string
  /** The uuid of a job that gave up. */
  readonly deadJob: string
}

/** Of a service at a name that browsers have passkeys for. */
export async function furnish(stithy: TestStithy): Promise<Household> {
  const admin = await newPerson(stithy, 'smith')
  const user = await newPerson(stithy, 'ada')
  await signIn(stithy, 'ada')
  const client = stithy.client('B').as(user.access)
  await client.send('PATCH', 'user', { body: { full_name: 'Ada Lovelace' } })
  await client.post('user/keys', { title: 'laptop', key: newPublicKey('ada@laptop') })
  await newToken(client, ['repo:write', 'issues:read'], 'deploy script')
  const phone = new Authenticator(stithy.url)
  await addPasskey(stithy, user, phone, { synced: true })
  await sendSignIn(stithy, phone.get(await signInOptions(stithy), { synced: true }))
  await addPasskey(stithy, user, new Authenticator(stithy.url))
  await furnishCode(stithy, user)
  await furnishSettings(stithy, user)
  await furnishSbom(stithy, user)
  await stithy.client().post('auth/forgot-password', { email: user.email })
  const resetLink = `/reset-password/${await mailedToken(stithy, user.email, 'reset-password')}`
  const bert = await newPerson(stithy, 'bert')
  const theirs = stithy.client().as(bert.access)
  await theirs.post('repos/ada/anvil/forks', {})
  await commitTo(theirs, 'repos/bert/anvil', 'main', { 'docs/bert.md': 'What Bert wants to know.\n' })
  // In front of the fork and behind it.
  await commitTo(stithy.client().as(user.access), 'repos/ada/anvil', 'main', { 'docs/later.md': 'What came later.\n' })
  await furnishIssues(stithy, user, bert)
  await furnishPulls(stithy, user, bert)
  await furnishPipelines(stithy, user, bert)
  await addPasskey(stithy, bert, new Authenticator(stithy.url))
  const enrolled = await enrol(stithy, bert)
  const carla = await newPerson(stithy, 'carla')
  const [mail] = await stithy.mails(carla.email)
  await register(stithy, 'dmitri-with-quite-a-long-name')
  const eve = await newPerson(stithy, 'eve')
  await stithy.client().as(eve.access).post('user/repos', { slug: 'left' })
  await furnishTeams(stithy, user)
  await furnishWebhook(stithy.client('B').as(admin.access), 'admin')
  await furnishCi(stithy, user)
  await stithy
    .client()
    .as(admin.access)
    .send('PATCH', 'admin/users/eve', { body: { disabled: true } })
  await stithy.client().post('auth/login', { username: 'ada', password: `not ${password}` })
  return {
    admin,
    user: { ...user, resetLink },
    careful: { ...bert, ...enrolled },
    newcomer: { ...carla, verifyLink: linkIn(mail ?? {}, '/verify-email') },
    unsubscribeLink: unsubscribePath(stithy.app, { userId: 2, type: 'team_member_added', threadId: null }),
    deadJob: await addDeadJob(stithy),
  }
}

/** One that will work when it is tried again. */
export async function addDeadJob(stithy: TestStithy): Promise<string> {
  const uuid = randomUUID()
  await inTransaction(stithy.app, async (tx) => {
    await tx
      .insertInto('jobs')
      .values({
        uuid,
        name: 'mail.verify-email',
        payload: JSON.stringify({ type: 'user.registered', userId: 1 }),
        state: 'dead',
        run_at: tx.now,
        attempts: 7,
        last_error: 'Error: connect ECONNREFUSED 192.0.2.25:587\n    at the mail server that was not there',
        created_at: tx.now,
      })
      .execute()
  })
  return uuid
}
