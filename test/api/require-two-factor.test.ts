import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator } from '../support/authenticator.ts'
import { expectFault } from '../support/faults.ts'
import { newFolder, tryGit } from '../support/git.ts'
import { atLocalhost, beginPasskey, sendPasskey, sendSignIn, signInOptions } from '../support/passkeys.ts'
import { codeOf, cookieOf, enrol, newPerson, newToken, type Person, password } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { keyOf, newKeyPair, sshUrl, tryGitSsh } from '../support/ssh.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
const sentence = 'Everybody here needs a second factor'

beforeAll(async () => {
  stithy = await startStithy({ ...(await atLocalhost()), REQUIRE_TWO_FACTOR: 'true' })
})
afterAll(() => stithy.stop())

describe('somebody without a second factor, where everybody needs one,', () => {
  let bert: Person

  beforeAll(async () => {
    bert = await newPerson(stithy, 'bert')
  })

  it.each(['user', 'user/repos', 'teams', 'users/bert'])('is refused by the API: %s', async (path) => {
    for (const form of ['A', 'B'] as const) {
      const answer = await stithy.client(form).as(bert.access).get(path)
      expectFault(answer, form, 'forbidden', { codeOfA: 'TWO_FACTOR_REQUIRED' })
      expect(answer.text).toContain(sentence)
    }
  })

  it('learns who they are, and is led from every page to where it is set up', async () => {
    expect((await stithy.client().as(bert.access).get('auth/me')).body.username).toBe('bert')
    const page = { cookie: bert.cookie, headers: { accept: 'text/html' } }
    for (const path of ['/dashboard', '/', '/explore', '/settings/tokens', '/bert', '/nobody/nothing']) {
      const answer = await stithy.client().get(path, page)
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 303, '/settings/security'])
    }
    const there = await stithy.client().get('/settings/security', page)
    expect(there.status).toBe(200)
    // What that page shows is there too: a picture, and no bell that would be refused.
    expect((await stithy.client().get('/avatars/bert.svg', { cookie: bert.cookie })).status).toBe(200)
    expect(there.text).not.toContain('data-notifications')
    expect((await stithy.client().get('/dashboard', { cookie: bert.cookie })).status).toBe(403)
  })

  it('may not make a token or a key to come by another door, nor read its stream', async () => {
    const client = stithy.client().as(bert.access)
    expect((await client.post('user/tokens', { name: 'x', scopes: ['repo:read'] })).status).toBe(403)
    expect((await client.get('/notifications/stream')).status).toBe(403)
  })

  it('cannot sign in to git with the password alone', async () => {
    const url = `${stithy.url.replace('://', `://bert:${encodeURIComponent(password)}@`)}/bert/none.git`
    const result = await tryGit(await newFolder(), 'ls-remote', url)
    expect(result.stderr).toContain(sentence)
  })

  it('is let in as soon as it is set up', async () => {
    await enrol(stithy, bert)
    expect((await stithy.client().as(bert.access).get('user')).status).toBe(200)
    expect((await stithy.client().get('/dashboard', { cookie: bert.cookie })).status).toBe(200)
  })

  it('adds no passkey before, and has to set it up however many they have', async () => {
    const dora = await newPerson(stithy, 'dora')
    expect((await stithy.client().get('/settings/security', { cookie: dora.cookie })).text).toContain(
      'Set up two-factor sign-in first',
    )
    const early = { cookie: dora.cookie, fields: { password } }
    expect((await stithy.client().send('POST', '/settings/security/passkeys', early)).status).toBe(403)
    const { secret } = await enrol(stithy, dora)
    const asked = await beginPasskey(stithy, dora, codeOf(stithy, secret))
    const device = new Authenticator(stithy.url)
    await sendPasskey(stithy, dora, asked.challenge, device.create(asked))
    const visit = async () => {
      const signedIn = await sendSignIn(stithy, device.get(await signInOptions(stithy)))
      expect(signedIn.status).toBe(303)
      return (await stithy.client().get('/dashboard', { cookie: cookieOf(signedIn.headers) })).status
    }
    expect(await visit()).toBe(200)
    stithy.advance(30_000)
    const proof = { password, code: codeOf(stithy, secret) }
    expect((await stithy.client().as(dora.access).post('auth/2fa/disable', proof)).status).toBe(204)
    expect(await visit()).toBe(403)
  })

  it('can leave instead', async () => {
    const { access } = await newPerson(stithy, 'cleo')
    expect((await stithy.client().as(access).post('auth/logout')).status).toBe(204)
  })
})

it('tokens and SSH keys work for as long as there is a second factor; keys of machines always do', async () => {
  const ada = await newPerson(stithy, 'ada')
  const { secret } = await enrol(stithy, ada)
  await newRepo(stithy, ada, 'anvil')
  const api = stithy.client().as(ada.access)
  const token = await newToken(api, ['repo:read'])
  const [key, machine] = [await keyOf(stithy, ada), await newKeyPair()]
  expect((await api.post('repos/ada/anvil/keys', { title: 'robot', key: machine.line })).status).toBe(201)
  const folder = await newFolder()
  const reads = async () => [
    (await stithy.client().as(token).get('repos/ada/anvil')).status,
    await tryGit(folder, 'ls-remote', `${stithy.url.replace('://', `://x:${token}@`)}/ada/anvil.git`),
    await tryGitSsh(key, folder, 'ls-remote', sshUrl(stithy, 'ada/anvil')),
    await tryGitSsh(machine, folder, 'ls-remote', sshUrl(stithy, 'ada/anvil')),
  ]
  const ok = { code: 0 }
  expect(await reads()).toMatchObject([200, ok, ok, ok])

  const proof = { password, code: codeOf(stithy, secret) }
  expect((await api.post('auth/2fa/disable', proof)).status).toBe(204)
  const refused = { code: 128, stderr: expect.stringContaining(sentence) }
  expect(await reads()).toMatchObject([403, refused, refused, ok])
})
