import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { anId, aTime, itemsOf, statusesOf } from '../support/shapes.ts'
import { ed25519Key, keyLine, rsaKey } from '../support/ssh-public-keys.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

// Made by ssh-keygen, which also told the fingerprints.
const known = [
  {
    type: 'ssh-ed25519',
    data: 'AAAAC3NzaC1lZDI1NTE5AAAAIPGRbgVBdsC2pVy2ozDdmXmzO9E7eG8sxPTdpGr1s4IA',
    fingerprint: 'SHA256:HCnGhULxbfBs6s2MAVwS843BPRukNo/pOp/gEzgCeZ8',
  },
  {
    type: 'ecdsa-sha2-nistp256',
    data: 'AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBNW52hehv1v8u8DKLwMXFf3nBsn040jN5+Bfz5EXKVjPFDEyqcXOYQEkY+cy9dFCIvkDIO9wCJAot+4I7RUrFt0=',
    fingerprint: 'SHA256:UVnqd3FLTP0ersbCV9i66VK/O3baFcQcw2t7KibbPJw',
  },
  {
    type: 'ssh-rsa',
    data: 'AAAAB3NzaC1yc2EAAAADAQABAAACAQC+2W7BdQEGwC2o1mnC7CHod64DSU0+FpW0eJrjw6aCSGbvLRPgilcTzASPx7R5YfooIkrNppwKUR7UDptGu21UNYmyBnldC7gV8MscaSAfuSiwwSig1pmxh2V9M8woTiO2wcDGIAiE9/iHbWK/yqtZtrOzG3Oz+kJgX+vDmqHYBgfYrlo5tL2VrDVGTJsv25E+W/rNJ5xkO2DjUVDZWWSWGEyxAZpPQgo8Xt3xMeKUhbHoRPsTPJB7p05AnwHHvnYIBUBI55ywY38b5UGjHQFN2cum2M3pfhhf6HhF3zQ5DkSfU8WkKxBYpWD5tptYUmQu25rYweyJ9dYIFuo8lxqF/05Q4/O+d6ahyAHMhc1TjuTDlddkvXUd+VsVzcucVyx2oiAtimJqqdXoagLZnBNw3zDU1bPOUuNFneD9A9J6FOqKnbr94a75QfU1WanDyLybqI4PxUumNbrPYRM+fvOs32GwFrlF5p+150eejrTuiIMo8lGotFSDPf6Bte/QP41W7f2WxLLNm3FNy97xj+uL1YFlwwa9w8+2OBDrjTSmMP3E7dR9mhEZ2cq3EIajNmuGkFOY0UOYJ7EYq06FLDJuvz2cSvFQnbPmGCXnqKGR8ex5DS0D9WLmSuj64S06OeaVdmMpVED0aGo5aWKPupvHUVqDLH9GgJcHgUFvEO1c/w==',
    fingerprint: 'SHA256:QqexvYrnk79zwmJtr2QcNbmdgYXXyWGlHrVqS6yd/Ss',
  },
] as const

let stithy: TestStithy
let ada: Person
let bob: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
})
afterAll(() => stithy.stop())

const as = (form: Form, person: Person) => stithy.client(form).as(person.access)

describe.each(forms)('adding an SSH key, Form %s', (form) => {
  it.each(known)('takes a key of type $type and tells its fingerprint as ssh-keygen does', async (key) => {
    const line = `${key.type} ${key.data}`
    const answer = await as(form, ada).post('user/keys', { title: 'Laptop', key: `${line} ada@laptop\n` })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toEqual({
      id: anId[form],
      title: 'Laptop',
      key: line,
      fingerprint: key.fingerprint,
      key_type: key.type,
      created_at: aTime,
      last_used_at: null,
    })
    expect((await as(form, ada).send('DELETE', `user/keys/${answer.body.id}`)).status).toBe(204)
  })

  it.each([
    ['the comment of the key', { key: ed25519Key('home sweet home') }, 'home sweet home'],
    ['the title, which counts more', { key: ed25519Key('comment'), title: 'Mine' }, 'Mine'],
    ['the comment where the title is empty', { key: ed25519Key('comment'), title: '' }, 'comment'],
  ])('names it by %s', async (_, body, title) => {
    const key = `${body.key.split(' ').slice(0, 1).join('')} ${freshData()} ${body.key.split(' ').slice(2).join(' ')}`
    const answer = await as(form, ada).post('user/keys', { ...body, key })
    expect(answer.body.title).toBe(title)
  })

  it('names it by its fingerprint when there is nothing else', async () => {
    const answer = await as(form, ada).post('user/keys', { key: ed25519Key() })
    expect(answer.body.title).toBe(answer.body.fingerprint)
  })

  it('takes an RSA key of 4096 bits and more, and none below', async () => {
    for (const bits of [4096, 8192]) {
      expect((await as(form, ada).post('user/keys', { key: rsaKey(bits) })).status).toBe(201)
    }
    for (const bits of [1024, 2048, 3072, 4095]) {
      const answer = await as(form, ada).post('user/keys', { key: rsaKey(bits) })
      expect(expectFault(answer, form, 'invalid', { details: ['key: too_weak'] })).toContain(`${bits} bits`)
    }
  })

  it('is not fooled by zeros in front of a short RSA key', async () => {
    const modulus = Buffer.concat([Buffer.alloc(512), randomBytes(128)])
    const key = keyLine('ssh-rsa', [Buffer.from([1, 0, 1]), modulus])
    expectFault(await as(form, ada).post('user/keys', { key }), form, 'invalid', { details: ['key: too_weak'] })
  })

  it.each([
    ['a key that a person has already, whatever its comment', (line: string) => `${line} other comment`],
    ['a key with odd spacing', (line: string) => `  ${line.replace(' ', '   ')}  `],
  ])('refuses %s, on any account', async (_, respell) => {
    const line = ed25519Key()
    expect((await as(form, ada).post('user/keys', { key: line })).status).toBe(201)
    for (const person of [ada, bob]) {
      const answer = await as(form, person).post('user/keys', { key: respell(line) })
      expectFault(answer, form, 'conflict', { codeOfA: 'KEY_EXISTS', details: ['key: taken'] })
    }
  })

  it('gives a key to one of many who add it at once', async () => {
    const key = ed25519Key()
    const people = [ada, bob, ada, bob]
    const answers = await Promise.all(people.map((person) => as(form, person).post('user/keys', { key })))
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409])
  })

  it.each([
    ['nothing that looks like a key', 'hello', 'format'],
    ['one word that is base64', 'AAAA', 'format'],
    ['two lines', `${ed25519Key()}\n${ed25519Key()}`, 'format'],
    ['data that is cut off', ed25519Key().slice(0, -8), 'format'],
    ['data that is not base64', 'ssh-ed25519 ****', 'format'],
    ['a name that does not fit the data', ed25519Key().replace('ssh-ed25519', 'ssh-rsa'), 'format'],
    ['options in front, as in authorized_keys', `command="id" ${ed25519Key()}`, 'format'],
    ['an Ed25519 key of the wrong length', keyLine('ssh-ed25519', [randomBytes(31)]), 'format'],
    ['a curve point of the wrong length', ecdsa(64), 'format'],
    ['an RSA key without its modulus', keyLine('ssh-rsa', [Buffer.from([1, 0, 1])]), 'format'],
    ['a DSA key', keyLine('ssh-dss', [randomBytes(128), randomBytes(20), randomBytes(128)]), 'type'],
    ['a certificate', keyLine('ssh-ed25519-cert-v01@openssh.com', [randomBytes(32)]), 'type'],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----', 'private'],
  ])('refuses %s', async (_, key, code) => {
    expectFault(await as(form, ada).post('user/keys', { key }), form, 'invalid', { details: [`key: ${code}`] })
  })

  it.each([
    [{}, ['key: required']],
    [{ key: '' }, ['key: too_short']],
    [{ key: [known[0].data] }, ['key: type']],
    [{ key: ed25519Key(), title: 'a\nb' }, ['title: format']],
    [{ key: ed25519Key(), title: 'x'.repeat(256) }, ['title: too_long']],
    [{ key: 'x'.repeat(16_385) }, ['key: too_long']],
  ])('says what is wrong with the input', async (body, details) => {
    expectFault(await as(form, ada).post('user/keys', body), form, 'invalid', { details })
  })
})

describe.each(forms)('the list of SSH keys, Form %s', (form) => {
  it('shows one’s own keys, newest first, and no one else’s', async () => {
    const person = await newPerson(stithy, `lists-${form}`)
    for (const title of ['first', 'second', 'third']) {
      await as(form, person).post('user/keys', { title, key: ed25519Key() })
    }
    const answer = await as(form, person).get('user/keys')
    expect(answer.status).toBe(200)
    expect(itemsOf(answer.body).map((key) => key['title'])).toEqual(['third', 'second', 'first'])
    expect(answer.headers.get('x-total-count')).toBe('3')
  })
})

describe.each(forms)('removing an SSH key, Form %s', (form) => {
  it.each(forms)('works with the id of Form %s, and frees the key', async (idForm) => {
    const key = ed25519Key()
    const { id } = (await as(idForm, ada).post('user/keys', { key })).body
    const answer = await as(form, ada).send('DELETE', `user/keys/${id}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    const again = await as(form, ada).send('DELETE', `user/keys/${id}`)
    expectFault(again, form, 'missing', { codeOfA: 'KEY_NOT_FOUND' })
    expect((await as(form, bob).post('user/keys', { key })).status).toBe(201)
  })

  it("does not reach somebody else's key", async () => {
    const { id } = (await as(form, ada).post('user/keys', { key: ed25519Key() })).body
    const answer = await as(form, bob).send('DELETE', `user/keys/${id}`)
    expectFault(answer, form, 'missing', { codeOfA: 'KEY_NOT_FOUND' })
    expect((await as(form, ada).send('DELETE', `user/keys/${id}`)).status).toBe(204)
  })
})

describe('an SSH key', () => {
  it('is beyond the reach of a personal access token', async () => {
    const token = await newToken(as('B', ada), ['repo:read', 'repo:write'])
    const client = stithy.client('B').as(token)
    expectFault(await client.get('user/keys'), 'B', 'forbidden')
    expectFault(await client.post('user/keys', { key: ed25519Key() }), 'B', 'forbidden')
    const { id } = (await as('B', ada).post('user/keys', { key: ed25519Key() })).body
    expectFault(await client.send('DELETE', `user/keys/${id}`), 'B', 'forbidden')
  })

  it('is told of by mail and in the audit log when it comes and goes', async () => {
    const person = await newPerson(stithy, 'careful')
    const added = await as('B', person).post('user/keys', { title: 'Door', key: ed25519Key() })
    await as('B', person).send('DELETE', `user/keys/${added.body.id}`)
    const mails = await stithy.mails(person.email, 2)
    const texts = mails.map((mail) => mail.text).join()
    expect(texts).toContain('An SSH key was added')
    expect(texts).toContain('remove it at /settings/ssh-keys')
    expect(texts).toContain(`${stithy.app.config.BASE_URL}/settings/ssh-keys\n`)
    const log = await as('B', ada).get('admin/audit?actor=careful')
    expect(log.body.items.slice(0, 2)).toEqual([
      expect.objectContaining({ event: 'SSH_KEY_REMOVED', target_type: 'ssh_key', target_name: 'Door' }),
      expect.objectContaining({
        event: 'SSH_KEY_ADDED',
        target_id: added.body.id,
        metadata: { fingerprint: added.body.fingerprint },
      }),
    ])
  })
})

function ecdsa(pointLength: number): string {
  return keyLine('ecdsa-sha2-nistp256', [Buffer.from('nistp256'), randomBytes(pointLength)])
}

function freshData(): string {
  return ed25519Key().split(' ')[1] ?? ''
}
