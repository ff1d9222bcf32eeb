// A machine's clock that was hours ahead, as where its own says local time, and is put right; or that jumps ahead.
import { afterEach, describe, expect, it } from 'vitest'
import { hour, minute } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { onPostgres } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { codeOf, emailOf, enrol, newPerson, password } from '../support/people.ts'
import { startReceiver } from '../support/receiver.ts'
import { itemsOf } from '../support/shapes.ts'
import { startSmtp } from '../support/smtp.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
afterEach(() => stithy.stop())

describe('a clock that was ahead and is put right', () => {
  it('holds up neither mails nor webhooks', async () => {
    const port = await freePort()
    stithy = await startStithy({ SMTP_URL: `smtp://127.0.0.1:${port}`, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })
    stithy.advance(2 * hour)
    const ada = await newPerson(stithy, 'ada')
    const receiver = await startReceiver()
    const client = stithy.client().as(ada.access)
    await client.post('user/repos', { slug: 'anvil' })
    const hook = await client.post('repos/ada/anvil/hooks', { url: receiver.url, events: ['issues'] })
    await receiver.stop()
    await client.post('repos/ada/anvil/issues', { title: 'Rings' })
    const deliveries = `repos/ada/anvil/hooks/${hook.body.id}/deliveries`
    const first = async (reader = client) => itemsOf((await reader.get(deliveries)).body)[0]
    await eventually(async () => expect(await first()).toMatchObject({ state: 'waiting', attempts: 1 }))
    await eventually(async () => {
      const failed = await stithy.app.db.selectFrom('jobs').select('id').where('last_error', 'is not', null).execute()
      expect(failed).not.toEqual([])
    })

    // Its clock is right from here on.
    stithy = await stithy.restart()
    const again = stithy.client().as(ada.access)
    await eventually(async () => {
      const due = Date.parse(String((await first(again))?.['next_attempt_at']))
      expect(due).toBeLessThan(stithy.app.clock.now() + minute)
    })
    const smtp = await startSmtp(port)
    const back = await startReceiver(receiver.port)
    stithy.advance(minute)
    await inTransaction(stithy.app, async (tx) => {
      await tx.notify('hooks')
      await tx.notify('jobs')
    })
    await smtp.to(emailOf('ada'))
    await eventually(() => expect(back.received).toHaveLength(1))
    await back.stop()
    await smtp.stop()
  })

  it('takes the codes of the second factor again', async () => {
    stithy = await startStithy()
    stithy.advance(2 * hour)
    const person = await newPerson(stithy, 'ada')
    const { secret } = await enrol(stithy, person)
    const signIn = async () => {
      const { challenge_token: token } = (await stithy.client().post('auth/login', { username: 'ada', password })).body
      return stithy.client().post('auth/2fa/verify', { challenge_token: token, code: codeOf(stithy, secret) })
    }
    stithy.advance(minute)
    expect((await signIn()).status).toBe(200)
    stithy.advance(-2 * hour)
    expect((await signIn()).status).toBe(200)
    expect((await signIn()).status).toBe(401)
  })

  it.runIf(onPostgres)('keeps nobody out for longer who mistyped a password', async () => {
    stithy = await startStithy({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_LOGIN: '2/15m' })
    stithy.advance(2 * hour)
    const guess = async () => (await stithy.client().post('auth/login', { username: 'ada', password })).status
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429])
    stithy.advance(-2 * hour)
    expect(await guess()).toBe(401)
  })

  it.runIf(onPostgres)('leaves nothing to a process that was lost meanwhile', async () => {
    stithy = await startStithy()
    await newPerson(stithy, 'ada')
    const until = stithy.app.clock.now() + 2 * hour
    await inTransaction(stithy.app, async (tx) => {
      const job = {
        uuid: 'a0',
        name: 'mail.verify-email',
        payload: JSON.stringify({ type: 'user.registered', userId: 1 }),
      }
      const lost = {
        state: 'running',
        lease: 'lost',
        lease_until: until,
        run_at: until,
        attempts: 1,
        created_at: until,
      } as const
      await tx
        .insertInto('jobs')
        .values({ ...job, ...lost })
        .execute()
    })
    stithy = await stithy.restart()
    const jobs = () => stithy.app.db.selectFrom('jobs').select('lease_until').execute()
    await eventually(async () => {
      for (const { lease_until: end } of await jobs()) expect(end).toBeLessThan(stithy.app.clock.now() + 5 * minute)
    })
    stithy.advance(5 * minute)
    await inTransaction(stithy.app, (tx) => tx.notify('jobs'))
    await eventually(async () => expect(await jobs()).toEqual([]))
  })
})
