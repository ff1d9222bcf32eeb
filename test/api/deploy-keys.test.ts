import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { anId, aTime, itemsOf, statusesOf } from '../support/shapes.ts'
import { ed25519Key, rsaKey } from '../support/ssh-public-keys.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bob: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  for (const [slug, isPublic] of [
    ['site', true],
    ['other', true],
    ['secret', false],
  ] as const) {
    await stithy.client().as(ada.access).post('user/repos', { slug, is_public: isPublic })
  }
})
afterAll(() => stithy.stop())

const as = (form: Form, person: Person) => stithy.client(form).as(person.access)
const keys = 'repos/ada/site/keys'

async function grant(person: Person, slug: string, role: 'Developer' | 'Maintainer'): Promise<void> {
  await inTransaction(stithy.app, async (tx) => {
    const repo = await tx.selectFrom('repos').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    const name = person.username
    const owner = await tx.selectFrom('owners').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    const row = { repo_id: repo.id, grantee_id: owner.id, role, created_at: tx.now }
    await tx.insertInto('repo_grants').values(row).execute()
  })
}

describe.each(forms)('a deploy key, Form %s', (form) => {
  it('is added, shown, listed and removed', async () => {
    const key = ed25519Key()
    const added = await as(form, ada).post(keys, { title: 'Builder', key: `${key} comment`, read_only: false })
    expect(added.status, added.text).toBe(201)
    expect(added.body).toEqual({
      id: anId[form],
      title: 'Builder',
      key,
      fingerprint: expect.stringMatching(/^SHA256:/),
      key_type: 'ssh-ed25519',
      read_only: false,
      created_at: aTime,
      last_used_at: null,
    })
    const one = `${keys}/${added.body.id}`
    expect((await as(form, ada).get(one)).body).toEqual(added.body)
    const list = await as(form, ada).get(keys)
    expect(itemsOf(list.body)[0]).toEqual(added.body)
    expect((await as(form, ada).send('DELETE', one)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) {
      expectFault(await as(form, ada).send(method, one), form, 'missing', { codeOfA: 'KEY_NOT_FOUND' })
    }
  })

  it('reads only unless said otherwise, and is named by its comment', async () => {
    const { body } = await as(form, ada).post(keys, { key: ed25519Key('build machine') })
    expect(body).toMatchObject({ read_only: true, title: 'build machine' })
  })

  it('belongs to one repository: another one does not know it', async () => {
    const { id } = (await as(form, ada).post(keys, { key: ed25519Key() })).body
    for (const method of ['GET', 'DELETE']) {
      const answer = await as(form, ada).send(method, `repos/ada/other/keys/${id}`)
      expectFault(answer, form, 'missing', { codeOfA: 'KEY_NOT_FOUND' })
    }
    expect((await as(form, ada).get(`${keys}/${id}`)).status).toBe(200)
  })

  it('is a key of nobody and nothing else: not of another repository, not of an account, either way round', async () => {
    const taken = { codeOfA: 'KEY_EXISTS', details: ['key: taken'] }
    const deployed = ed25519Key()
    await as(form, ada).post(keys, { key: deployed })
    for (const path of [keys, 'repos/ada/other/keys', 'user/keys']) {
      expectFault(await as(form, ada).post(path, { key: deployed }), form, 'conflict', taken)
    }
    const personal = ed25519Key()
    await as(form, bob).post('user/keys', { key: personal })
    expectFault(await as(form, ada).post(keys, { key: personal }), form, 'conflict', taken)
  })

  it('goes to one of many who add it at once, as whatever', async () => {
    const key = ed25519Key()
    const paths = [keys, 'user/keys', 'repos/ada/other/keys', 'user/keys']
    const answers = await Promise.all(paths.map((path) => as(form, ada).post(path, { key })))
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409])
  })

  it('is free again when it is removed, or when its repository or account is gone', async () => {
    const key = ed25519Key()
    await as(form, ada).post('user/repos', { slug: `gone-${form}` })
    expect((await as(form, ada).post(`repos/ada/gone-${form}/keys`, { key })).status).toBe(201)
    expect((await as(form, ada).send('DELETE', `repos/ada/gone-${form}`)).status).toBe(204)
    const { id } = (await as(form, ada).post('user/keys', { key })).body
    expect(id).toEqual(anId[form])
    await as(form, ada).send('DELETE', `user/keys/${id}`)
    expect((await as(form, ada).post(keys, { key })).status).toBe(201)
  })

  it.each([
    [{}, ['key: required']],
    [{ key: rsaKey(2048) }, ['key: too_weak']],
    [{ key: 'hello' }, ['key: format']],
    [{ key: ed25519Key(), read_only: 'no' }, ['read_only: type']],
    [{ key: ed25519Key(), title: 'a\nb' }, ['title: format']],
  ])('says what is wrong with it: %j', async (body, details) => {
    expectFault(await as(form, ada).post(keys, body), form, 'invalid', { details })
  })

  it('is the business of maintainers: hidden with the repository, forbidden to readers and developers', async () => {
    const dev = await newPerson(stithy, `dev-${form}`)
    await grant(dev, 'site', 'Developer')
    for (const person of [bob, dev]) {
      expectFault(await as(form, person).get(keys), form, 'forbidden')
      expectFault(await as(form, person).post(keys, { key: ed25519Key() }), form, 'forbidden')
    }
    expectFault(await as(form, bob).get('repos/ada/secret/keys'), form, 'missing', { codeOfA: 'REPO_NOT_FOUND' })
    const keeper = await newPerson(stithy, `keeper-${form}`)
    await grant(keeper, 'site', 'Maintainer')
    const { status, body } = await as(form, keeper).post(keys, { key: ed25519Key() })
    expect(status).toBe(201)
    const reader = stithy.client(form).as(await newToken(as(form, keeper), ['repo:read']))
    expect((await reader.get(`${keys}/${body.id}`)).status).toBe(200)
    expectFault(await reader.send('DELETE', `${keys}/${body.id}`), form, 'forbidden', { codeOfA: 'INSUFFICIENT_SCOPE' })
    expectFault(await stithy.client(form).get(keys), form, 'unauthorized')
  })
})

describe('deploy keys of an archived repository', () => {
  it('can be removed, not added', async () => {
    const client = as('B', ada)
    await client.post('user/repos', { slug: 'old' })
    const { id } = (await client.post('repos/ada/old/keys', { key: ed25519Key() })).body
    await client.send('PATCH', 'repos/ada/old', { body: { archived: true } })
    expectFault(await client.post('repos/ada/old/keys', { key: ed25519Key() }), 'B', 'forbidden')
    expect((await client.send('DELETE', `repos/ada/old/keys/${id}`)).status).toBe(204)
  })
})

describe('the audit log', () => {
  it('tells of deploy keys that come and go', async () => {
    const added = await as('B', ada).post(keys, { title: 'Door', key: ed25519Key() })
    await as('B', ada).send('DELETE', `${keys}/${added.body.id}`)
    const log = await as('B', ada).get('admin/audit?actor=ada')
    const { fingerprint, id } = added.body
    expect(log.body.items.slice(0, 2)).toEqual([
      expect.objectContaining({
        event: 'DEPLOY_KEY_REMOVED',
        target_type: 'deploy_key',
        target_id: id,
        metadata: { repository: 'ada/site', fingerprint },
      }),
      expect.objectContaining({
        event: 'DEPLOY_KEY_ADDED',
        target_name: 'Door',
        metadata: { repository: 'ada/site', fingerprint, read_only: true },
      }),
    ])
  })
})
