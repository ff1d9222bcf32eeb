import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hour, minute, second } from '../../src/core/clock.ts'
import type { Client } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { freePort } from '../support/free-port.ts'
import { register, signIn } from '../support/people.ts'
import { anId, aTime, itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const pauses = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour]

let stithy: TestStithy

// Mail goes to a port where nobody listens, so that every job that mails fails.
beforeAll(async () => {
  stithy = await startStithy({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
  await register(stithy, 'ada')
})
afterAll(() => stithy.stop())

async function root(form: Form = 'B'): Promise<Client> {
  return stithy.client(form).as((await signIn(stithy, 'ada')).access)
}

/** A new job, with nothing to do, wakes the loop: it then looks at the clock again. */
async function wake(): Promise<void> {
  await stithy.client('B').post('auth/forgot-password', { email: 'nobody@example.org' })
}

async function settled(client: Client, attempts: number, state: string): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const [job] = itemsOf((await client.get('admin/jobs')).body)
    expect(job).toMatchObject({ attempts, state })
    return job ?? {}
  })
}

/** Lets the only job fail until it is given up. */
async function exhaust(): Promise<void> {
  for (const [index, pause] of pauses.entries()) {
    stithy.advance(pause)
    await wake()
    await settled(await root(), index + 2, index === pauses.length - 1 ? 'dead' : 'ready')
  }
}

describe('background jobs', () => {
  it('are tried again after the pauses, seven times in all, and then are dead', async () => {
    const first = await settled(await root(), 1, 'ready')
    expect(Date.parse(String(first['run_at'])) - stithy.app.clock.now()).toBeGreaterThan(5 * second)
    await exhaust()
    stithy.advance(24 * hour)
    await wake()
    await settled(await root(), 7, 'dead')
  })

  it.each(forms)('have exactly these fields in Form %s', async (form) => {
    const answer = await (await root(form)).get('admin/jobs?state=dead')
    expect(answer.status).toBe(200)
    expect(itemsOf(answer.body)).toEqual([
      {
        id: anId[form],
        name: 'mail.verify-email',
        state: 'dead',
        attempts: 7,
        run_at: aTime,
        last_error: expect.stringContaining('ECONNREFUSED'),
        created_at: aTime,
      },
    ])
    expect(answer.headers.get('x-total-count')).toBe('1')
  })

  it.each(forms)('can be narrowed to a state in Form %s', async (form) => {
    const client = await root(form)
    for (const state of ['ready', 'running']) {
      expect(itemsOf((await client.get(`admin/jobs?state=${state}`)).body)).toEqual([])
    }
    const unknown = await client.get('admin/jobs?state=done')
    expectFault(unknown, form, 'invalid', { details: ['state: unknown'] })
  })

  it.each(forms)('that are dead get all their attempts anew, by the id of Form %s', async (form) => {
    const client = await root(form)
    const [dead] = itemsOf((await client.get('admin/jobs')).body)
    const id = String(dead?.['id'])
    const answer = await client.post(`admin/jobs/${id}/retry`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...dead, state: 'ready', attempts: 0, run_at: aTime })
    await settled(client, 1, 'ready')
    expectFault(await client.post(`admin/jobs/${id}/retry`), form, 'missing', { codeOfA: 'JOB_NOT_FOUND' })
    expectFault(await client.send('DELETE', `admin/jobs/${id}`), form, 'missing', { codeOfA: 'JOB_NOT_FOUND' })
    await exhaust()
    const log = await (await root(form)).get('admin/audit?event=JOB_RETRIED')
    expect(itemsOf(log.body)[0]).toMatchObject({ target_type: 'job', target_name: 'mail.verify-email' })
  })

  it.each(forms)('that are dead can be given up in Form %s', async (form) => {
    await register(stithy, `lost-${form}`)
    const client = await root(form)
    const before = Number((await client.get('admin/jobs')).headers.get('x-total-count'))
    await exhaust()
    const fresh = await root(form)
    const id = String(itemsOf((await fresh.get('admin/jobs')).body)[0]?.['id'])
    const answer = await fresh.send('DELETE', `admin/jobs/${id}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await fresh.get('admin/jobs')).headers.get('x-total-count')).toBe(String(before - 1))
    expectFault(await fresh.send('DELETE', `admin/jobs/${id}`), form, 'missing', { codeOfA: 'JOB_NOT_FOUND' })
    const log = await fresh.get('admin/audit?event=JOB_DISCARDED')
    expect(itemsOf(log.body)[0]).toMatchObject({ target_type: 'job', target_name: 'mail.verify-email' })
  })

  it.each(forms)('are not found by an id that is none in Form %s', async (form) => {
    const client = await root(form)
    for (const id of ['0', 'x', '1e3', '-1', '01a1dd21-790e-7219-9f52-8260626851c5']) {
      const answer = await client.post(`admin/jobs/${id}/retry`)
      expectFault(answer, form, 'missing', { codeOfA: 'JOB_NOT_FOUND' })
    }
  })
})
