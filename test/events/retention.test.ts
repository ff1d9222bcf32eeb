import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { day } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { forgetRead } from '../../src/features/notifications/forget-read.ts'
import { forgetExpired } from '../../src/features/sessions/forget-expired.ts'
import { forgetDeliveries } from '../../src/features/webhooks/forget-deliveries.ts'
import type { Client } from '../support/client.ts'
import { newPerson, signIn } from '../support/people.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let receiver: Receiver
let ada: Client
let path: string

beforeAll(async () => {
  stithy = await startStithy({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })
  receiver = await startReceiver()
  ada = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
  await ada.post('user/repos', { slug: 'anvil' })
  path = `repos/ada/anvil/hooks/${(await ada.post('repos/ada/anvil/hooks', { url: receiver.url })).body.id}`
})
afterAll(async () => {
  await stithy.stop()
})

const total = async (): Promise<number> => (await ada.get(`${path}/deliveries`)).body.total

it('of deliveries, those of thirty days are kept, a thousand of each webhook, and what still waits', async () => {
  for (let index = 0; index < 3; index++) await ada.post(`${path}/test`)
  await eventually(() => expect(receiver.received).toHaveLength(3))
  await forgetDeliveries(stithy.app)
  expect(await total()).toBe(3)
  stithy.advance(31 * day)
  ada = stithy.client('B').as((await signIn(stithy, 'ada')).access)
  await receiver.stop()
  await ada.post(`${path}/test`)
  await eventually(async () => {
    const [newest] = (await ada.get(`${path}/deliveries`)).body.items
    expect(newest).toMatchObject({ state: 'waiting', attempts: 1 })
  })
  await forgetDeliveries(stithy.app)
  expect(await total()).toBe(1)
  await inTransaction(stithy.app, async (tx) => {
    const { hook_id: hookId } = await tx.selectFrom('hook_deliveries').select('hook_id').executeTakeFirstOrThrow()
    const sent = { hook_id: hookId, event: 'ping', source: '{}', state: 'delivered' as const, attempts: 1 }
    const times = { due_at: tx.now, created_at: tx.now, finished_at: tx.now }
    for (let index = 0; index < 1010; index++) {
      await tx
        .insertInto('hook_deliveries')
        .values({ uuid: randomUUID(), ...sent, ...times })
        .execute()
    }
  })
  await forgetDeliveries(stithy.app)
  // The one that waits is older than all of them.
  expect(await total()).toBe(1001)
})

it('of notifications, what was not read is kept, and what was read for a year', async () => {
  await newPerson(stithy, 'bob')
  const cookieOfBob = async () => (await signIn(stithy, 'bob')).cookie
  for (const slug of ['one', 'two']) {
    await ada.post('teams', { slug })
    await ada.send('PUT', `teams/${slug}/members/bob`, { body: { role: 'Reader' } })
  }
  const kept = async (): Promise<readonly number[]> =>
    (await stithy.app.db.selectFrom('notifications').select('position').orderBy('position').execute()).map(
      (row) => row.position,
    )
  await eventually(async () => expect(await kept()).toEqual([1, 2]))
  await stithy.client().send('POST', '/notifications/1/read', { cookie: await cookieOfBob(), fields: {} })
  stithy.advance(364 * day)
  await forgetRead(stithy.app)
  expect(await kept()).toEqual([1, 2])
  stithy.advance(2 * day)
  await forgetRead(stithy.app)
  expect(await kept()).toEqual([2])
})

it('of sessions and tokens, those that are long over go a slice at a time, so that others can write meanwhile', async () => {
  const { app } = stithy
  await forgetExpired(app)
  ada = stithy.client('B').as((await signIn(stithy, 'ada')).access)
  await inTransaction(app, async (tx) => {
    const { id: userId } = await tx.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const over = tx.now - 8 * day
    const times = { created_at: over, last_seen_at: over, expires_at: tx.now + day, ended_at: over }
    for (let index = 0; index < 700; index++) {
      const { id } = await tx
        .insertInto('sessions')
        .values({ uuid: randomUUID(), user_id: userId, ...times })
        .returning('id')
        .executeTakeFirstOrThrow()
      const token = { session_id: id, token_hash: randomUUID(), expires_at: index % 2 === 0 ? over : tx.now + day }
      await tx.insertInto('refresh_tokens').values(token).execute()
      const lapsed = { user_id: userId, token_hash: randomUUID(), expires_at: tx.now - 1 }
      await tx
        .insertInto('mail_tokens')
        .values({ ...lapsed, purpose: 'verify-email', email: 'ada@example.org' })
        .execute()
      await tx
        .insertInto('login_challenges')
        .values({ ...lapsed, tries_left: 5 })
        .execute()
      await tx
        .insertInto('used_challenges')
        .values({ challenge_hash: randomUUID(), expires_at: tx.now - 1 })
        .execute()
    }
  })
  const tables = ['refresh_tokens', 'sessions', 'login_challenges', 'mail_tokens', 'used_challenges'] as const
  const count = async (): Promise<readonly number[]> => {
    const counts: number[] = []
    for (const table of tables) counts.push((await app.db.selectFrom(table).select('id').execute()).length)
    return counts
  }
  const before = await count()
  const seen: (readonly number[])[] = []
  const forgotten = forgetExpired(app).then(() => 'over')
  while ((await Promise.race([forgotten, sleep(1)])) !== 'over') seen.push(await count())
  const left = await count()
  expect(before.map((all, at) => all - (left[at] ?? 0))).toEqual([700, 700, 700, 700, 700])
  // Whoever looks meanwhile finds some of it gone, and some there.
  const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)
  expect(seen.map(sum).some((rows) => rows < sum(before) && rows > sum(left))).toBe(true)
  expect((await ada.get('user')).status).toBe(200)
})
