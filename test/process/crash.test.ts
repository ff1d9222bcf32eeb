import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { emailOf, password } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'
import { thorough } from '../support/thorough.ts'
import { query } from './database.ts'
import { mailsIn, newPlace, onPostgres, type Place, run, type Serving, serve } from './stithy-process.ts'

const kills = thorough ? 3 : 2
const perKill = 5

/** What the service said it had done: nothing of it may be lost. */
const promised = { accounts: [] as string[], tokens: [] as string[], keys: [] as string[] }
let place: Place
let serving: Serving
let admin: Client

/** Killed again and again in the middle of it, and started again at once on the same data. */
beforeAll(async () => {
  place = await newPlace()
  serving = await serve(place)
  await registerSomebody('ada')
  admin = serving.client().as((await signIn('ada')).body.access_token)
  for (let count = 0; count < kills; count++) {
    const registerAnybody = () => registerSomebody(`u-${randomBytes(6).toString('hex')}`)
    const acts = [registerAnybody, registerAnybody, registerAnybody, createToken, createToken, addKey, addKey]
    const clients = acts.map(untilKilled)
    await eventually(() => atLeast(perKill * (count + 1)))
    await sleep(Math.random() * 100)
    await serving.kill()
    await Promise.all(clients)
    // A job's lease lapses after a minute, and it is taken up again: as if the minute were over.
    if (onPostgres) await query(place, 'update jobs set lease_until = 0 where lease_until is not null')
    serving = await serve(place)
  }
})

describe('after kill -9 in the middle of many writes', () => {
  it('every account, token and key that was acknowledged is there', async () => {
    const { accounts, tokens, keys } = promised
    console.log(`${kills} kills, ${accounts.length} accounts, ${tokens.length} tokens, ${keys.length} keys`)
    const signIns = await Promise.all(accounts.map(signIn))
    expect(signIns.filter((answer) => answer.status !== 200)).toEqual([])
    const uses = await Promise.all(tokens.map((token) => admin.as(token).get('user')))
    expect(uses.filter((answer) => answer.status !== 200)).toEqual([])
    const kept = await allKeys()
    expect(keys.filter((key) => !kept.has(key))).toEqual([])
  })

  it('no job is stuck, and every verification mail was sent', async () => {
    await eventually(async () => expect((await admin.get('admin/jobs')).body.items).toEqual([]))
    const mails = (await mailsIn(place)).filter((mail) => mail.subject.startsWith('Confirm'))
    const written = new Set(mails.map((mail) => mail.to))
    expect(promised.accounts.filter((username) => !written.has(emailOf(username)))).toEqual([])
  })

  it('the doctor finds the audit log whole and every directory in its place', async () => {
    const { code, stdout } = await run(['doctor'], place.env)
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^audit log: whole, \d+ entries$/),
      'owner directories: all there',
      'repositories: 0 looked at, 0 with refs that differed from the database',
      'stored files: 0 looked at, 0 missing or cut short',
      'effects and counts: all there, once',
      'jobs: 0 waiting, 0 running, 0 dead',
      'everything is sound',
    ])
    expect(code).toBe(0)
  })
})

function atLeast(count: number): void {
  const counts = Object.values(promised).map((list) => list.length)
  if (Math.min(...counts) < count) throw new Error(`Only ${counts.join(', ')} of ${count} were acknowledged`)
}

async function registerSomebody(username: string): Promise<void> {
  created(await serving.client().post('auth/register', { username, email: emailOf(username), password }))
  promised.accounts.push(username)
}

async function createToken(): Promise<void> {
  const made = created(await admin.post('user/tokens', { name: 'crash', scopes: ['repo:read'] }))
  promised.tokens.push(made.body.token)
}

async function addKey(): Promise<void> {
  const type = Buffer.from('ssh-ed25519')
  const wire = Buffer.concat([Buffer.from([0, 0, 0, 11]), type, Buffer.from([0, 0, 0, 32]), randomBytes(32)])
  const key = `${type.toString()} ${wire.toString('base64')}`
  created(await admin.post('user/keys', { title: 'crash', key }))
  promised.keys.push(key)
}

function signIn(username: string): Promise<Answer> {
  return serving.client().post('auth/login', { username, password })
}

async function allKeys(): Promise<ReadonlySet<string>> {
  const keys = new Set<string>()
  for (let page = 1; ; page++) {
    const { items } = (await admin.get(`user/keys?per_page=100&page=${page}`)).body
    if (items.length === 0) return keys
    for (const { key } of items) keys.add(key)
  }
}

function created(answer: Answer): Answer {
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

async function untilKilled(act: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await act()
    } catch (error) {
      // What fetch throws when the other end is gone.
      if (error instanceof TypeError) return
      throw error
    }
  }
}
