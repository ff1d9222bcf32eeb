import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hour, minute } from '../../src/core/clock.ts'
import { collectBlobs } from '../../src/features/blobs/collect-blobs.ts'
import { grantLfsAccess } from '../../src/features/lfs/lfs-access.ts'
import { findUserByName } from '../../src/features/users/find-user.ts'
import { filesOfStore } from '../support/blobs.ts'
import type { Answer, RequestOptions } from '../support/client.ts'
import { addressOf, git, newFolder, tryGit } from '../support/git.ts'
import { newPublicKey } from '../support/new-public-key.ts'
import { enrol, newPerson, newToken, type Person, password } from '../support/people.ts'
import { grant } from '../support/repos.ts'
import { statusesOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const json = { 'content-type': 'application/vnd.git-lfs+json', accept: 'application/vnd.git-lfs+json' }
const limit = 500_000

let stithy: TestStithy
let ada: Person
/** Tokens, which outlive the moving clock. */
const tokens = { owner: '', dev: '', maintainer: '', reader: '', weak: '', stranger: '' }

beforeAll(async () => {
  stithy = await startStithy({ MAX_ASSET_BYTES: String(limit) })
  ada = await newPerson(stithy, 'ada')
  tokens.owner = await newToken(stithy.client().as(ada.access), ['repo:write'])
  tokens.weak = await newToken(stithy.client().as(ada.access), ['repo:read'])
  for (const name of ['dev', 'maintainer', 'reader', 'stranger'] as const) {
    const person = await newPerson(stithy, name)
    tokens[name] = await newToken(stithy.client().as(person.access), ['repo:write'])
    await stithy
      .client()
      .as(person.access)
      .post('user/keys', { title: 'laptop', key: newPublicKey(name) })
  }
  for (const slug of ['art', 'other']) await newRepo(slug)
  await grant(stithy, 'art', { username: 'dev' }, 'Developer')
  await grant(stithy, 'art', { username: 'maintainer' }, 'Maintainer')
  await grant(stithy, 'art', { username: 'reader' }, 'Reader')
})
afterAll(() => stithy.stop())

async function newRepo(slug: string, more: object = {}): Promise<void> {
  const made = await stithy
    .client()
    .as(tokens.owner)
    .post('user/repos', { slug, ...more })
  expect(made.status).toBe(201)
}

/** Answers of LFS are JSON by another name. */
async function lfs(method: string, path: string, options: RequestOptions & { to?: string } = {}): Promise<Answer> {
  const { to = 'ada/art.git', ...rest } = options
  const raw = rest.body === undefined ? rest.raw : JSON.stringify(rest.body)
  const headers = rest.body === undefined ? (rest.headers ?? {}) : { ...json, ...rest.headers }
  const { body: _, ...others } = rest
  const answer = await stithy
    .client()
    .send(method, `/${to}/info/lfs/${path}`, { ...others, headers, ...(raw === undefined ? {} : { raw }) })
  const isJson = answer.headers.get('content-type')?.startsWith('application/vnd.git-lfs+json') === true
  return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined }
}

function batch(operation: string, objects: readonly object[], options: RequestOptions & { to?: string } = {}) {
  return lfs('POST', 'objects/batch', { token: tokens.owner, ...options, body: { operation, objects } })
}

function something(size = 1000): { bytes: Buffer; oid: string; size: number } {
  const bytes = randomBytes(size)
  return { bytes, oid: createHash('sha256').update(bytes).digest('hex'), size }
}

async function stored(to = 'ada/art'): Promise<ReturnType<typeof something>> {
  const one = something()
  const answer = await lfs('PUT', `objects/${one.oid}`, { token: tokens.owner, raw: one.bytes, to })
  expect(answer.status, answer.text).toBe(200)
  return one
}

function expectFault(answer: Answer, status: number): void {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/vnd.git-lfs+json')
  expect(answer.body).toEqual({
    message: expect.stringMatching(/\S/),
    documentation_url: expect.stringContaining(stithy.url),
    request_id: answer.headers.get('x-request-id'),
  })
}

describe('the real client', () => {
  async function clone(repo: string, ...more: readonly string[]): Promise<string> {
    const folder = await newFolder()
    await git(folder, ...more, 'clone', '-q', addressOf(stithy, tokens.owner, repo), '.')
    return folder
  }
  async function prepare(folder: string): Promise<void> {
    await git(folder, 'lfs', 'install', '--local')
    await git(folder, 'lfs', 'track', '*.bin')
  }

  it('pushes large files and gets them back in a clone', async () => {
    await newRepo('real')
    const tree = await clone('ada/real')
    await prepare(tree)
    const bytes = randomBytes(200_000)
    await writeFile(join(tree, 'one.bin'), bytes)
    await writeFile(join(tree, 'same.bin'), bytes)
    await writeFile(join(tree, 'empty.bin'), '')
    await git(tree, 'add', '.')
    await git(tree, 'commit', '-qm', 'large')
    await git(tree, 'push', '-q', 'origin', 'HEAD:main')
    const pointer = await git(tree, 'show', 'HEAD:one.bin')
    expect(pointer).toContain('git-lfs.github.com/spec')
    const other = await newFolder()
    await git(other, 'clone', '-q', '--no-checkout', addressOf(stithy, tokens.weak, 'ada/real'), '.')
    await git(other, 'lfs', 'install', '--local')
    await git(other, 'checkout', '-q', 'main')
    expect((await readFile(join(other, 'one.bin'))).equals(bytes)).toBe(true)
    expect((await readFile(join(other, 'same.bin'))).equals(bytes)).toBe(true)
    // A second push of the same has nothing to send.
    await git(tree, 'lfs', 'push', '--all', 'origin')
    expect(await git(other, 'lfs', 'fsck')).toContain('OK')
  })

  it('is refused with a sentence when the token may only read', async () => {
    await newRepo('guarded')
    const tree = await clone('ada/guarded')
    await prepare(tree)
    await git(tree, 'remote', 'set-url', 'origin', addressOf(stithy, tokens.weak, 'ada/guarded'))
    await writeFile(join(tree, 'one.bin'), 'x')
    await git(tree, 'add', '.')
    await git(tree, 'commit', '-qm', 'large')
    const { code, stderr } = await tryGit(tree, 'lfs', 'push', '--all', 'origin', 'HEAD')
    expect(code).not.toBe(0)
    expect(stderr).toContain('scope')
  })

  it('locks files, and stops at the locks of others', async () => {
    await newRepo('locked')
    await grant(stithy, 'locked', { username: 'dev' }, 'Developer')
    const tree = await clone('ada/locked')
    await prepare(tree)
    await writeFile(join(tree, 'a.bin'), 'a')
    await git(tree, 'add', '.')
    await git(tree, 'commit', '-qm', 'large')
    await git(tree, 'push', '-q', 'origin', 'HEAD:main')
    await git(tree, 'lfs', 'lock', 'a.bin')
    expect(await git(tree, 'lfs', 'locks')).toMatch(/a\.bin\s+ada/)
    const theirs = await newFolder()
    await git(theirs, 'clone', '-q', addressOf(stithy, tokens.dev, 'ada/locked'), '.')
    await prepare(theirs)
    const host = new URL(stithy.url).host
    const access = `http://x:${tokens.dev}@${host}/ada/locked.git/info/lfs`
    await git(theirs, 'config', `lfs.${access}.locksverify`, 'true')
    await writeFile(join(theirs, 'a.bin'), 'b')
    await git(theirs, 'commit', '-qam', 'mine')
    const { code, stderr } = await tryGit(theirs, 'push', 'origin', 'HEAD:main')
    expect(code).not.toBe(0)
    expect(stderr).toContain('Cannot update locked files')
    expect((await tryGit(theirs, 'lfs', 'unlock', '--force', 'a.bin')).code).not.toBe(0)
    await git(tree, 'lfs', 'unlock', 'a.bin')
    await git(theirs, 'push', '-q', 'origin', 'HEAD:main')
  })
})

describe('the batch', () => {
  it('says what has to be sent, and then that it is there', async () => {
    const one = something()
    const asked = await batch('upload', [{ oid: one.oid, size: one.size }])
    expect(asked.status).toBe(200)
    const objects = `${stithy.url}/ada/art.git/info/lfs/objects`
    expect(asked.body).toEqual({
      transfer: 'basic',
      hash_algo: 'sha256',
      objects: [
        {
          oid: one.oid,
          size: 1000,
          actions: { upload: { href: `${objects}/${one.oid}?size=1000` }, verify: { href: `${objects}/verify` } },
        },
      ],
    })
    // Nobody's credentials come back.
    expect(asked.text).not.toContain('svc_')
    const verify = () => lfs('POST', 'objects/verify', { token: tokens.owner, body: { oid: one.oid, size: one.size } })
    expectFault(await verify(), 404)
    const { href } = asked.body.objects[0].actions.upload
    for (let count = 0; count < 2; count++) {
      const put = await fetch(href, { method: 'PUT', body: new Uint8Array(one.bytes), headers: bearer(tokens.owner) })
      expect(put.status).toBe(200)
    }
    expect((await verify()).status).toBe(200)
    const again = await batch('upload', [{ oid: one.oid, size: one.size }])
    expect(again.body.objects).toEqual([{ oid: one.oid, size: 1000 }])
    const down = await batch('download', [{ oid: one.oid, size: one.size }], { token: tokens.reader })
    expect(down.body.objects[0].actions).toEqual({ download: { href: `${objects}/${one.oid}` } })
  })

  it('says of each object what is wrong with it', async () => {
    const one = await stored()
    const missing = something()
    const asked = await batch('download', [
      { oid: missing.oid, size: 1 },
      { oid: one.oid, size: 1 },
      { oid: 'x', size: 1 },
      { oid: one.oid.toUpperCase(), size: 1000 },
      { oid: one.oid, size: -1 },
      { oid: one.oid, size: 1000 },
    ])
    const codes = asked.body.objects.map((object: { error?: { code: number } }) => object.error?.code)
    expect(codes).toEqual([404, 422, 422, 422, 422, undefined])
    const sent = await batch('upload', [
      { oid: missing.oid, size: limit + 1 },
      { oid: one.oid, size: 999 },
    ])
    expect(sent.body.objects.map((object: { error?: { code: number } }) => object.error?.code)).toEqual([413, 422])
  })

  it.each([
    ['an operation of its own', 422, { operation: 'delete', objects: [] }],
    ['no operation', 422, { objects: [] }],
    ['no objects', 422, { operation: 'download' }],
    ['objects of another kind', 422, { operation: 'download', objects: [{ oid: 7, size: 'x' }] }],
    ['another transfer', 422, { operation: 'download', transfers: ['tus'], objects: [] }],
    ['another hash', 409, { operation: 'download', hash_algo: 'sha512', objects: [] }],
    [
      'too many objects',
      413,
      { operation: 'download', objects: Array.from({ length: 1001 }, () => ({ oid: 'x', size: 1 })) },
    ],
  ])('refuses %s with %i', async (_, status, body) => {
    expectFault(await lfs('POST', 'objects/batch', { token: tokens.owner, body }), status)
  })

  it('refuses what is not JSON, or is too large', async () => {
    const send = (raw: string) => lfs('POST', 'objects/batch', { token: tokens.owner, raw, headers: json })
    expectFault(await send('{'), 400)
    expectFault(await send(' '.repeat(1024 * 1024 + 1)), 413)
  })

  it('takes the ref, the hash and the transfers that clients send', async () => {
    const body = {
      operation: 'download',
      transfers: ['lfs-standalone-file', 'basic', 'ssh'],
      ref: { name: 'refs/heads/main' },
      hash_algo: 'sha256',
      objects: [],
    }
    const answer = await lfs('POST', 'objects/batch', {
      token: tokens.owner,
      body,
      headers: { 'content-type': 'application/vnd.git-lfs+json; charset=utf-8' },
    })
    expect(answer.body).toEqual({ transfer: 'basic', hash_algo: 'sha256', objects: [] })
  })
})

describe('an object', () => {
  it('comes back whole or in parts, as a download', async () => {
    const one = await stored()
    for (const path of ['ada/art', 'ada/art.git', 'ADA/Art.git']) {
      const answer = await fetch(`${stithy.url}/${path}/info/lfs/objects/${one.oid}`, {
        headers: bearer(tokens.reader),
      })
      expect(answer.status).toBe(200)
      expect(Buffer.from(await answer.arrayBuffer()).equals(one.bytes)).toBe(true)
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    }
    const part = await lfs('GET', `objects/${one.oid}`, { token: tokens.owner, headers: { range: 'bytes=990-' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 990-999/1000'])
  })

  it('whose bytes are not those of its id is refused, and nothing of it stays', async () => {
    const [one, other] = [something(), something()]
    const before = await filesOfStore(stithy.dataDir)
    expectFault(await lfs('PUT', `objects/${one.oid}`, { token: tokens.owner, raw: other.bytes }), 422)
    expectFault(await lfs('PUT', `objects/${one.oid}?size=999`, { token: tokens.owner, raw: one.bytes }), 422)
    expectFault(await lfs('PUT', `objects/${one.oid}?size=x`, { token: tokens.owner, raw: one.bytes }), 422)
    expectFault(await lfs('PUT', 'objects/x', { token: tokens.owner, raw: one.bytes }), 422)
    const large = something(limit + 1)
    expectFault(await lfs('PUT', `objects/${large.oid}`, { token: tokens.owner, raw: large.bytes }), 413)
    expectFault(await lfs('GET', `objects/${one.oid}`, { token: tokens.owner }), 404)
    expect(await filesOfStore(stithy.dataDir)).toEqual(before)
  })

  it('that is cut off on its way leaves nothing', async () => {
    const one = something(100_000)
    const before = await filesOfStore(stithy.dataDir)
    const { hostname, port } = new URL(stithy.url)
    const path = `/ada/art.git/info/lfs/objects/${one.oid}`
    const headers = { ...bearer(tokens.owner), 'content-length': '100000' }
    const sent = request({ hostname, port, method: 'PUT', path, headers })
    sent.on('error', () => undefined)
    sent.write(one.bytes.subarray(0, 50_000))
    await eventually(async () => expect((await filesOfStore(stithy.dataDir)).incoming).toHaveLength(1))
    sent.destroy()
    await eventually(async () => expect(await filesOfStore(stithy.dataDir)).toEqual(before))
  })

  it('of one repository is not to be had through another, and has to be sent anew', async () => {
    const one = await stored()
    const asked = await batch('download', [{ oid: one.oid, size: one.size }], { to: 'ada/other' })
    expect(asked.body.objects[0].error.code).toBe(404)
    expectFault(await lfs('GET', `objects/${one.oid}`, { token: tokens.owner, to: 'ada/other' }), 404)
    const verify = { token: tokens.owner, to: 'ada/other', body: { oid: one.oid, size: one.size } }
    expectFault(await lfs('POST', 'objects/verify', verify), 404)
    const sent = await batch('upload', [{ oid: one.oid, size: one.size }], { to: 'ada/other' })
    expect(sent.body.objects[0].actions.upload).toBeDefined()
    const empty = await lfs('PUT', `objects/${one.oid}`, { token: tokens.owner, to: 'ada/other', raw: '' })
    expectFault(empty, 422)
    const put = await lfs('PUT', `objects/${one.oid}`, { token: tokens.owner, to: 'ada/other', raw: one.bytes })
    expect(put.status).toBe(200)
    const { kept } = await filesOfStore(stithy.dataDir)
    expect(kept.filter((name) => name.startsWith(one.oid))).toHaveLength(1)
  })

  it('goes with the last repository that has it', async () => {
    const files = async (oid: string) =>
      (await filesOfStore(stithy.dataDir)).kept.filter((name) => name.startsWith(oid))
    await newRepo('short')
    const one = await stored('ada/short')
    stithy.advance(2 * hour)
    await collectBlobs(stithy.app)
    expect(await files(one.oid)).toHaveLength(1)
    await stithy.client().as(tokens.owner).send('DELETE', 'repos/ada/short')
    await eventually(async () => expect(await files(one.oid)).toEqual([]))
  })

  it('can be sent many times at once', async () => {
    const one = something()
    const puts = Array.from({ length: 8 }, () =>
      lfs('PUT', `objects/${one.oid}`, { token: tokens.owner, raw: one.bytes }),
    )
    expect((await Promise.all(puts)).map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200))
    const { kept, incoming } = await filesOfStore(stithy.dataDir)
    expect([kept.filter((name) => name.startsWith(one.oid)).length, incoming]).toEqual([1, []])
  })
})

describe('who may', () => {
  const basic = (name: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
  })

  it('is asked of a stranger, whether the repository is private or missing', async () => {
    for (const to of ['ada/art', 'ada/nothing', 'nobody/nothing']) {
      for (const operation of ['download', 'upload']) {
        const answer = await lfs('POST', 'objects/batch', { to, body: { operation, objects: [] } })
        expectFault(answer, 401)
        expect(answer.headers.get('lfs-authenticate')).toContain('Basic')
        expect(answer.headers.get('www-authenticate')).toContain('Basic')
      }
    }
    expectFault(await lfs('GET', 'locks'), 401)
    expectFault(await lfs('PUT', `objects/${something().oid}`, { raw: 'x' }), 401)
  })

  it('follows the role and the scope', async () => {
    const one = await stored()
    const wanted = [{ oid: one.oid, size: one.size }]
    for (const token of [tokens.reader, tokens.weak]) {
      expect((await batch('download', wanted, { token })).status).toBe(200)
      expectFault(await batch('upload', wanted, { token }), 403)
      expectFault(await lfs('PUT', `objects/${one.oid}`, { token, raw: one.bytes }), 403)
      expectFault(await lfs('POST', 'objects/verify', { token, body: wanted[0] }), 403)
      expectFault(await lfs('POST', 'locks', { token, body: { path: 'x' } }), 403)
      expectFault(await lfs('POST', 'locks/verify', { token, body: {} }), 403)
      expect((await lfs('GET', 'locks', { token })).status).toBe(200)
    }
    expectFault(await batch('download', wanted, { token: tokens.stranger }), 404)
    expectFault(await lfs('GET', `objects/${one.oid}`, { token: tokens.stranger }), 404)
    const elsewhere = await newToken(stithy.client().as((await newPerson(stithy, 'else')).access), ['issues:write'])
    expectFault(await batch('download', wanted, { token: elsewhere }), 403)
  })

  it('takes a token or a password by Basic, and no password where a second factor is on', async () => {
    const body = { operation: 'download', objects: [] }
    const send = (headers: Record<string, string>) =>
      lfs('POST', 'objects/batch', { body, headers: { ...json, ...headers } })
    expect((await send(basic('x', tokens.reader))).status).toBe(200)
    expect((await send(basic('ada', password))).status).toBe(200)
    expectFault(await send(basic('ada', 'wrong')), 401)
    expectFault(await send(bearer('nonsense')), 401)
    const careful = await newPerson(stithy, 'careful')
    await enrol(stithy, careful)
    await grant(stithy, 'art', careful, 'Developer')
    expectFault(await send(basic('careful', password)), 401)
  })

  it('reads of a public repository without credentials', async () => {
    await newRepo('open', { is_public: true })
    const one = await stored('ada/open')
    const down = await lfs('POST', 'objects/batch', {
      to: 'ada/open',
      body: { operation: 'download', objects: [{ oid: one.oid, size: one.size }] },
    })
    const answer = await fetch(down.body.objects[0].actions.download.href)
    expect(Buffer.from(await answer.arrayBuffer()).equals(one.bytes)).toBe(true)
    expectFault(await lfs('POST', 'objects/batch', { to: 'ada/open', body: { operation: 'upload', objects: [] } }), 401)
  })

  it('does not write into an archived repository', async () => {
    await newRepo('shelved')
    await stithy
      .client()
      .as(tokens.owner)
      .send('PATCH', 'repos/ada/shelved', { body: { archived: true } })
    expectFault(await batch('upload', [], { to: 'ada/shelved' }), 403)
    expect((await batch('download', [], { to: 'ada/shelved' })).status).toBe(200)
  })
})

describe('what SSH hands out', () => {
  async function access(name: string, operation: 'download' | 'upload') {
    const user = await findUserByName(stithy.app.db, name)
    if (user === null) throw new Error(`There is no ${name}`)
    const via = { door: 'ssh', ip: null, local: false, host: null, userAgent: null, requestId: null } as const
    const actor = { kind: 'ssh-key', via, user, keyId: 0 } as const
    const { fingerprint } = await stithy.app.db
      .selectFrom('ssh_keys')
      .select('fingerprint')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    return grantLfsAccess(stithy.app, { actor, fingerprint }, { owner: 'ada', repo: 'art' }, operation)
  }

  it('opens one repository for one operation, for a while', async () => {
    const one = await stored()
    const wanted = { operation: 'download', objects: [{ oid: one.oid, size: one.size }] }
    const { href, header, expires_in: seconds } = await access('dev', 'download')
    expect(href).toBe(`${stithy.url}/ada/art.git/info/lfs`)
    expect(seconds).toBe(900)
    const send = (body: object, to = 'ada/art') =>
      lfs('POST', 'objects/batch', { to, body, headers: headersOf(header) })
    const down = await send(wanted)
    // The transfers go by the same token, which the client would otherwise not send.
    const { actions, authenticated } = down.body.objects[0]
    expect([actions.download.header, authenticated]).toEqual([header, true])
    expect((await fetch(actions.download.href, { headers: actions.download.header })).status).toBe(200)
    expectFault(await send({ ...wanted, operation: 'upload' }), 403)
    expectFault(await send(wanted, 'ada/other'), 404)
    expect((await stithy.client().get('user', { headers: headersOf(header) })).status).toBe(401)
    stithy.advance(16 * minute)
    expectFault(await send(wanted), 401)
  })

  it('is worth nothing once the person may not any more', async () => {
    await expect(access('reader', 'upload')).rejects.toThrow('needs the role')
    await expect(access('stranger', 'download')).rejects.toThrow('not found')
    const { header } = await access('maintainer', 'upload')
    const send = () => lfs('GET', 'locks', { headers: headersOf(header) })
    expect((await send()).status).toBe(200)
    const fresh = await stithy.client().post('auth/login', { username: 'ada', password })
    const admin = stithy.client().as(fresh.body.access_token)
    await admin.send('PATCH', 'admin/users/maintainer', { body: { disabled: true } })
    expectFault(await send(), 401)
    await admin.send('PATCH', 'admin/users/maintainer', { body: { disabled: false } })
    const [forged] = header['Authorization']?.split('.') ?? []
    expectFault(await lfs('GET', 'locks', { headers: { authorization: `${forged}.e30.x` } }), 401)
  })
})

describe('locks', () => {
  const lock = (token: string, path: string) => lfs('POST', 'locks', { token, body: { path } })
  const release = (token: string, id: string, body: object = {}) => lfs('POST', `locks/${id}/unlock`, { token, body })

  it('belong to one person each', async () => {
    const made = await lock(tokens.dev, 'art/a.psd')
    expect(made.status).toBe(201)
    const expected = {
      id: expect.any(String),
      path: 'art/a.psd',
      locked_at: expect.stringMatching(/Z$/),
      owner: { name: 'dev' },
    }
    expect(made.body).toEqual({ lock: expected })
    const again = await lock(tokens.maintainer, 'art/a.psd')
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ lock: made.body.lock, message: expect.stringContaining('dev') })
    const { id } = made.body.lock
    const list = await lfs('GET', `locks?path=art/a.psd&id=&cursor=&limit=&refspec=refs/heads/main`, {
      token: tokens.reader,
    })
    expect(list.body).toEqual({ locks: [made.body.lock] })
    expect((await lfs('GET', `locks?id=${id}`, { token: tokens.reader })).body.locks).toHaveLength(1)
    const verified = await lfs('POST', 'locks/verify', { token: tokens.maintainer, body: { ref: { name: 'x' } } })
    expect(verified.body).toEqual({ ours: [], theirs: [made.body.lock] })
    expect((await lfs('POST', 'locks/verify', { token: tokens.dev, body: {} })).body.ours).toEqual([made.body.lock])
    expectFault(await release(tokens.reader, id), 403)
    expectFault(await release(tokens.maintainer, id), 403)
    const forced = await release(tokens.maintainer, id, { force: true })
    expect([forced.status, forced.body.lock]).toEqual([200, made.body.lock])
    expectFault(await release(tokens.dev, id), 404)
  })

  it('of others are not broken by a developer, force or not', async () => {
    const { id } = (await lock(tokens.owner, 'b')).body.lock
    expectFault(await release(tokens.dev, id), 403)
    expectFault(await release(tokens.dev, id, { force: true }), 403)
    expectFault(await lfs('POST', `locks/${id}/unlock`, { token: tokens.owner, to: 'ada/other', body: {} }), 404)
    expect((await release(tokens.owner, id)).status).toBe(200)
  })

  it('are given to one of many who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => lock(tokens.dev, 'race')))
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409])
  })

  it('come in pages', async () => {
    await newRepo('pages')
    for (const path of ['a', 'b', 'c'])
      await lfs('POST', 'locks', { to: 'ada/pages', token: tokens.owner, body: { path } })
    const first = await lfs('GET', 'locks?limit=2', { to: 'ada/pages', token: tokens.owner })
    expect(first.body.locks.map((one: { path: string }) => one.path)).toEqual(['a', 'b'])
    const cursor: string = first.body.next_cursor
    const second = await lfs('GET', `locks?limit=2&cursor=${cursor}`, { to: 'ada/pages', token: tokens.owner })
    expect(second.body).toEqual({ locks: [expect.objectContaining({ path: 'c' })] })
    const verified = await lfs('POST', 'locks/verify', {
      to: 'ada/pages',
      token: tokens.owner,
      body: { limit: 2, cursor },
    })
    expect(verified.body.ours).toHaveLength(1)
    expectFault(await lfs('GET', 'locks?cursor=x', { to: 'ada/pages', token: tokens.owner }), 422)
  })

  it.each(['', '..', '../x', 'a/../b', '/'])('are on paths in the repository, which "%s" is not', async (path) => {
    expectFault(await lock(tokens.owner, path), 422)
  })
})

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

function headersOf(header: Readonly<Record<string, string>>): Record<string, string> {
  return { ...json, authorization: header['Authorization'] ?? '' }
}
