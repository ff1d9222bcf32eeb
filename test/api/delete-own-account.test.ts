import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { second } from '../../src/core/clock.ts'
import type { Answer } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { codeOf, enrol, newPerson, newToken, type Person, password, signIn } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { readEvents } from '../support/stream.ts'
import { addMember, newTeam } from '../support/teams.ts'

let stithy: TestStithy
/** The only administrator. */
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

function leave(person: Person, more: object = {}, form: Form = 'B'): Promise<Answer> {
  const body = { password, confirm: person.username, ...more }
  return stithy.client(form).as(person.access).send('DELETE', 'user', { body })
}

async function isThere({ username }: Person): Promise<boolean> {
  return (await stithy.client('B').get(`users/${username}`)).status === 200
}

describe.each(forms)('deleting one’s own account, Form %s', (form) => {
  it('ends every session and token at once, and takes the repositories along', async () => {
    const person = await newPerson(stithy, `leaving-${form}`)
    const elsewhere = await signIn(stithy, person.username)
    const token = await newToken(stithy.client().as(person.access), ['repo:write'])
    const repo = await newRepo(stithy, person, 'mine', { is_public: true, auto_init: true })
    const folder = join(stithy.dataDir, 'repositories', person.username)
    const answer = await leave(person, {}, form)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^svc_session=;.*Max-Age=0/)])
    for (const key of [person.access, elsewhere.access, token]) {
      expectFault(await stithy.client(form).as(key).get('user'), form, 'unauthorized')
    }
    const refreshed = await stithy.client(form).post('auth/refresh', { refresh_token: elsewhere.refresh })
    expectFault(refreshed, form, 'unauthorized')
    expect((await stithy.client(form).get('/dashboard', { cookie: person.cookie })).status).toBe(303)
    expect((await stithy.client(form).post('auth/login', { username: person.username, password })).status).toBe(401)
    expect((await stithy.client(form).get(repo)).status).toBe(404)
    await expect(access(folder)).rejects.toThrow('ENOENT')
    expect(await isThere(person)).toBe(false)
  })

  it('ends what is open under it at once', async () => {
    const person = await newPerson(stithy, `listening-${form}`)
    await newRepo(stithy, ada, `watched-${form}`, { is_public: true, auto_init: true })
    const streams = await Promise.all(
      ['stream', `live/ada/watched-${form}?ci`].map((path) =>
        readEvents(`${stithy.url}/notifications/${path}`, { cookie: person.cookie }),
      ),
    )
    expect(streams.map(({ status, reader }) => [status, reader.ended()])).toEqual([
      [200, false],
      [200, false],
    ])
    expect((await leave(person, {}, form)).status).toBe(204)
    await eventually(() => expect(streams.map(({ reader }) => reader.ended())).toEqual([true, true]), 5 * second)
  })

  it('is written into the audit log as their own act', async () => {
    const person = await newPerson(stithy, `noted-${form}`)
    await leave(person, {}, form)
    const log = await stithy.client('B').as(ada.access).get('admin/audit?event=user_deleted&per_page=1')
    expect(log.body.items[0]).toMatchObject({
      event: 'user_deleted',
      actor: { username: person.username },
      origin: 'api',
      target_type: 'user',
      target_name: person.username,
    })
  })

  it('needs the password and the name, in full', async () => {
    const person = await newPerson(stithy, `staying-${form}`)
    expectFault(await leave(person, { password: 'not the right phrase' }, form), form, 'forbidden')
    const details = ['confirm: wrong']
    expectFault(await leave(person, { confirm: 'ada' }, form), form, 'invalid', { details })
    expectFault(await leave(person, { confirm: person.username.toUpperCase() }, form), form, 'invalid', { details })
    const client = stithy.client(form).as(person.access)
    for (const body of [{}, { password }, { confirm: person.username }]) {
      expect((await client.send('DELETE', 'user', { body })).status).toBe(form === 'A' ? 422 : 400)
    }
    expect((await client.get('user')).status).toBe(200)
  })

  it('needs a code, too, where two-factor sign-in is on', async () => {
    const person = await newPerson(stithy, `careful-${form}`)
    const { secret, recoveryCodes } = await enrol(stithy, person)
    expectFault(await leave(person, {}, form), form, 'invalid', { details: ['code: required'] })
    expectFault(await leave(person, { code: '000000x' }, form), form, 'forbidden')
    stithy.advance(30 * second)
    const code = codeOf(stithy, secret)
    expectFault(await leave(person, { code, password: 'not the right phrase' }, form), form, 'forbidden')
    expect(await isThere(person)).toBe(true)
    const proof = form === 'A' ? code : recoveryCodes[0]
    expect((await leave(person, { code: proof }, form)).status).toBe(204)
    expect(await isThere(person)).toBe(false)
  })
})

describe('deleting one’s own account', () => {
  it('takes a session, and no token of whatever scope', async () => {
    const person = await newPerson(stithy, 'scripted')
    const token = await newToken(stithy.client().as(person.access), ['repo:write', 'issues:write'])
    expectFault(await leave({ ...person, access: token }), 'B', 'forbidden')
    expect(await isThere(person)).toBe(true)
  })

  it('that rides on the cookie comes from our own pages', async () => {
    const person = await newPerson(stithy, 'lured')
    const body = { password, confirm: 'lured' }
    const send = (origin: string) =>
      stithy.client('B').send('DELETE', 'user', { body, cookie: person.cookie, headers: { origin } })
    expectFault(await send('https://evil.example'), 'B', 'forbidden')
    expect(await isThere(person)).toBe(true)
    expect((await send(stithy.url)).status).toBe(204)
  })

  it('is refused to the last administrator, who hears what to do', async () => {
    const message = expectFault(await leave(ada), 'B', 'conflict')
    expect(message).toBe('You are the last administrator: make somebody else an administrator first.')
    const heir = await newPerson(stithy, 'heir')
    const client = stithy.client('B').as(ada.access)
    await client.send('PATCH', 'admin/users/heir', { body: { is_admin: true, disabled: true } })
    expectFault(await leave(ada), 'B', 'conflict')
    await client.send('PATCH', 'admin/users/heir', { body: { disabled: false } })
    expect((await leave(await signIn(stithy, heir.username))).status).toBe(204)
    expect(await isThere(ada)).toBe(true)
  })

  it('is refused to the last owner of a team, whose name is said', async () => {
    const person = await newPerson(stithy, 'captain')
    const other = await newPerson(stithy, 'mate')
    for (const team of ['crew', 'watch']) await newTeam(stithy, person, team)
    await newRepo(stithy, person, 'kept', { is_public: true })
    const message = expectFault(await leave(person), 'B', 'conflict')
    expect(message).toContain('You are the last owner of the team crew: make somebody else an owner')
    expect(message).toContain('You are the last owner of the team watch')
    expect((await stithy.client('B').get('repos/captain/kept')).status).toBe(200)
    await addMember(stithy, person, 'crew', { person: other, role: 'Owner' })
    await stithy.client('B').as(person.access).send('DELETE', 'teams/watch')
    expect((await leave(person)).status).toBe(204)
    expect((await stithy.client('B').as(other.access).get('teams/crew')).status).toBe(200)
  })

  it('is done once when it is asked for twice at once', async () => {
    const person = await newPerson(stithy, 'hasty')
    const answers = await Promise.all([leave(person), leave(person)])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await isThere(person)).toBe(false)
  })

  it('leaves what they wrote elsewhere, without their name', async () => {
    const person = await newPerson(stithy, 'writer')
    const repo = await newRepo(stithy, ada, 'read-by-all', { is_public: true })
    const { number } = (await stithy.client('B').as(person.access).post(`${repo}/issues`, { title: 'Stays' })).body
    expect((await leave(person)).status).toBe(204)
    expect((await stithy.client('B').get(`${repo}/issues/${number}`)).body).toMatchObject({
      title: 'Stays',
      author: null,
    })
  })
})
