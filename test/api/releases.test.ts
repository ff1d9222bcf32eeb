import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hour } from '../../src/core/clock.ts'
import { collectBlobs, sweepStrays } from '../../src/features/blobs/collect-blobs.ts'
import { filesOfStore } from '../support/blobs.ts'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { addressOf, git, pushSomething } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { sendRaw } from '../support/raw-http.ts'
import { grant } from '../support/repos.ts'
import { anId, aTime, itemsOf, statusesOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const limit = 300_000

let stithy: TestStithy
let owner: Person
let developer: Person
let reader: Person
let token: string
let tree: string

beforeAll(async () => {
  stithy = await startStithy({ MAX_ASSET_BYTES: String(limit) })
  owner = await newPerson(stithy, 'ada')
  developer = await newPerson(stithy, 'dev')
  reader = await newPerson(stithy, 'rea')
  token = await newToken(stithy.client().as(owner.access), ['repo:write'])
  tree = await newRepo('tool', { is_public: true })
  await newRepo('secret')
  await grant(stithy, 'tool', developer, 'Developer')
  await grant(stithy, 'secret', developer, 'Developer')
  await grant(stithy, 'secret', reader, 'Reader')
})
afterAll(() => stithy.stop())

async function newRepo(slug: string, more: object = {}): Promise<string> {
  const made = await stithy
    .client()
    .as(owner.access)
    .post('user/repos', { slug, ...more })
  expect(made.status).toBe(201)
  return pushSomething(stithy, token, `ada/${slug}`)
}

let tags = 0
async function newTag(repo = 'tool', name = `v0.${++tags}`): Promise<string> {
  await git(tree, 'tag', name)
  await git(tree, 'push', '-q', addressOf(stithy, token, `ada/${repo}`), name)
  return name
}

function as(who: Person | undefined, form: Form = 'B'): Client {
  return stithy.client(form).as(who?.access)
}

async function newRelease(repo = 'tool', more: object = {}): Promise<Answer['body']> {
  const made = await as(developer).post(`repos/ada/${repo}/releases`, { tag_name: await newTag(repo), ...more })
  expect(made.status, made.text).toBe(201)
  return made.body
}

function upload(client: Client, release: string, file: string | readonly [string, string], raw: string | Uint8Array) {
  const [name, type] = typeof file === 'string' ? [file, 'text/plain'] : file
  const path = `repos/ada/tool/releases/${release}/assets?name=${encodeURIComponent(name)}`
  return client.send('POST', path, { raw, headers: { 'content-type': type } })
}

describe('a tag that is not there', () => {
  const tagsOf = async (repo = 'tool') => {
    const { body } = await as(owner).get(`repos/ada/${repo}/tags?per_page=100`)
    return new Map(itemsOf(body).map((tag) => [String(tag['name']), tag]))
  }
  const make = (more: object, who = developer) => as(who).post('repos/ada/tool/releases', more)

  it('is made with the release, at the default branch, a branch or a commit', async () => {
    const head = await git(tree, 'rev-parse', 'main')
    const first = await git(tree, 'rev-parse', 'main~1')
    await as(owner).post('repos/ada/tool/branches', { name: 'maint/1', ref: first })
    for (const [tag, target, sha] of [
      ['made/1', undefined, head],
      ['made/2', 'maint/1', first],
      ['made/3', first, first],
      ['made/4', first.slice(0, 10), first],
      ['made/5', 'heavy', head],
    ] as const) {
      const made = await make({ tag_name: tag, target })
      expect([made.status, made.body.commit_sha], made.text).toEqual([201, sha])
      expect((await tagsOf()).get(tag)).toMatchObject({ type: 'lightweight', commit_sha: sha })
      expect(await git(tree, 'ls-remote', addressOf(stithy, token, 'ada/tool'), tag)).toContain(sha)
    }
    // As other forges call it.
    const otherwise = await make({ tag_name: 'made/6', target_commitish: 'maint/1' })
    expect([otherwise.status, otherwise.body.commit_sha]).toEqual([201, first])
    // What is there stays where it is.
    await as(owner).send('DELETE', `repos/ada/tool/releases/${(await make({ tag_name: 'light' })).body.id}`)
    const again = await make({ tag_name: 'light', target: 'maint/1' })
    expect([again.status, again.body.commit_sha]).toEqual([201, head])
  })

  it('is not made when anything is wrong, or by those who may not push', async () => {
    for (const target of ['nowhere', '--exec=x', '../x', 'f'.repeat(40), `${'a'.repeat(39)}^`]) {
      const wrong = await make({ tag_name: 'never', target })
      expectFault(wrong, 'B', 'invalid', { details: ['target: unknown'] })
    }
    expect((await make({ tag_name: 'never', name: 'a\nb' })).status).toBe(400)
    expect((await make({ tag_name: 'never' }, reader)).status).toBe(403)
    await stithy.client().as(owner.access).post('user/repos', { slug: 'hollow' })
    const hollow = await as(owner).post('repos/ada/hollow/releases', { tag_name: 'never' })
    expectFault(hollow, 'B', 'invalid', { details: ['target: unknown'] })
    expect((await tagsOf()).has('never')).toBe(false)
  })

  it('is made once, however many ask for it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => make({ tag_name: 'raced' })))
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409])
    // The name belongs to the release also while its tag is gone.
    await as(owner).send('DELETE', 'repos/ada/tool/tags/raced')
    expect((await make({ tag_name: 'raced' })).status).toBe(409)
    expect((await tagsOf()).has('raced')).toBe(false)
  })

  it('of a draft is made when it is published', async () => {
    const first = await git(tree, 'rev-parse', 'main~1')
    const draft = await make({ tag_name: 'soon', target: first, draft: true })
    expect([draft.status, draft.body.commit_sha]).toEqual([201, null])
    const change = (body: object) => as(developer).send('PATCH', `repos/ada/tool/releases/${draft.body.id}`, { body })
    expect((await change({ target: 'nowhere' })).status).toBe(400)
    expect((await change({ tag_name: 'sooner', body: 'x' })).status).toBe(200)
    expect((await tagsOf()).has('sooner')).toBe(false)
    const published = await change({ draft: false })
    expect([published.status, published.body.commit_sha]).toEqual([200, first])
    expect([(await tagsOf()).has('soon'), (await tagsOf()).has('sooner')]).toEqual([false, true])
  })
})

describe.each(forms)('a release, Form %s', (form) => {
  it('is made of a tag, read by everybody who may see the repository, changed and deleted', async () => {
    const tag = await newTag()
    const client = as(developer, form)
    const made = await client.post('repos/ada/tool/releases', { tag_name: tag, name: 'First', body: '# Notes' })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toEqual({
      id: anId[form],
      tag_name: tag,
      name: 'First',
      body: '# Notes',
      draft: false,
      prerelease: false,
      author: 'dev',
      commit_sha: await git(tree, 'rev-parse', tag),
      assets: [],
      created_at: aTime,
      published_at: aTime,
    })
    const { id } = made.body
    for (const path of [String(id), 'latest', `tags/${tag}`]) {
      const read = await as(undefined, form).get(`repos/ada/tool/releases/${path}`)
      expect(read.status).toBe(200)
      expect(read.body).toEqual(made.body)
    }
    const list = await as(undefined, form).get('repos/ada/tool/releases')
    expect(itemsOf(list.body)[0]).toEqual(made.body)
    const changed = await client.send('PATCH', `repos/ada/tool/releases/${id}`, { body: { name: 'Second', body: '' } })
    expect(changed.body).toEqual({ ...made.body, name: 'Second', body: '' })
    expect((await client.send('DELETE', `repos/ada/tool/releases/${id}`)).status).toBe(204)
    const gone = await client.get(`repos/ada/tool/releases/${id}`)
    expectFault(gone, form, 'missing', { codeOfA: 'RELEASE_NOT_FOUND' })
    expect(await git(tree, 'ls-remote', addressOf(stithy, token, 'ada/tool'), tag)).not.toBe('')
  })

  it('needs a tag, or a name for one, that has none yet', async () => {
    const client = as(developer, form)
    const tag = await newTag()
    for (const tag_name of ['../x', '--exec=x', '', 'a b', 'refs/tags/x', 'HEAD', 'a'.repeat(40)]) {
      const wrong = await client.post('repos/ada/tool/releases', { tag_name, target: 'main' })
      expectFault(wrong, form, 'invalid', { details: ['tag_name: format'] })
    }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.post('repos/ada/tool/releases', { tag_name: tag })),
    )
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409])
    const taken = await client.post('repos/ada/tool/releases', { tag_name: tag })
    expectFault(taken, form, 'conflict', { codeOfA: 'RELEASE_EXISTS', details: ['tag_name: taken'] })
    const other = await newRelease()
    const moved = await client.send('PATCH', `repos/ada/tool/releases/${other.id}`, { body: { tag_name: tag } })
    expectFault(moved, form, 'conflict', { codeOfA: 'RELEASE_EXISTS', details: ['tag_name: taken'] })
  })

  it('is called by its tag when it has no name, and its name is one line', async () => {
    const release = await newRelease()
    expect(release.name).toBe(release.tag_name)
    const client = as(developer, form)
    const broken = await client.send('PATCH', `repos/ada/tool/releases/${release.id}`, { body: { name: 'a\r\nb' } })
    expectFault(broken, form, 'invalid', { details: ['name: format'] })
    const long = await client.send('PATCH', `repos/ada/tool/releases/${release.id}`, {
      body: { body: 'x'.repeat(65_537) },
    })
    expectFault(long, form, 'invalid', { details: ['body: too_long'] })
  })
})

describe('releases', () => {
  it('of an annotated tag with a slash in its name are found by it', async () => {
    await git(tree, 'tag', '-am', 'x', 'rel/1')
    await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/tool'), 'rel/1')
    const made = await as(developer).post('repos/ada/tool/releases', { tag_name: 'rel/1' })
    expect(made.body.commit_sha).toBe(await git(tree, 'rev-parse', 'rel/1^{commit}'))
    const found = await as(undefined).get('repos/ada/tool/releases/tags/rel%2F1')
    expect(found.body).toEqual(made.body)
  })

  it('outlive their tag, and say that it is gone', async () => {
    const release = await newRelease()
    await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/tool'), `:${release.tag_name}`)
    const read = await as(undefined).get(`repos/ada/tool/releases/${release.id}`)
    expect(read.body).toEqual({ ...release, commit_sha: null })
  })

  it('come in pages, the newest first', async () => {
    await newRepo('paged', { is_public: true })
    await grant(stithy, 'paged', developer, 'Developer')
    const made = [await newRelease('paged'), await newRelease('paged'), await newRelease('paged')]
    const first = await as(undefined).get('repos/ada/paged/releases?per_page=2')
    expect(first.body).toMatchObject({ total: 3, page: 1, per_page: 2 })
    expect(first.body.items.map((one: { id: string }) => one.id)).toEqual([made[2].id, made[1].id])
    expect((await as(undefined).get('repos/ada/paged/releases?per_page=2&page=9')).body.items).toEqual([])
  })

  it('that are drafts are there for developers only, and are told to the world when they are published', async () => {
    const draft = await newRelease('secret', { draft: true })
    expect(draft).toMatchObject({ draft: true, published_at: null })
    const path = `repos/ada/secret/releases/${draft.id}`
    for (const hidden of [path, `repos/ada/secret/releases/tags/${draft.tag_name}`]) {
      expectFault(await as(reader, 'A').get(hidden), 'A', 'missing', { codeOfA: 'RELEASE_NOT_FOUND' })
    }
    expect((await as(reader).get('repos/ada/secret/releases')).body.total).toBe(0)
    expect((await as(reader).get('repos/ada/secret/releases/latest')).status).toBe(404)
    expect((await as(developer).get('repos/ada/secret/releases/latest')).status).toBe(404)
    expect((await as(developer).get(path)).status).toBe(200)
    const published = await as(developer).send('PATCH', path, { body: { draft: false, prerelease: true } })
    expect(published.body).toMatchObject({ draft: false, prerelease: true, published_at: aTime })
    expect((await as(reader).get(path)).status).toBe(200)
    // A prerelease is never the latest.
    expect((await as(reader).get('repos/ada/secret/releases/latest')).status).toBe(404)
    await as(developer).send('PATCH', path, { body: { prerelease: false } })
    expect((await as(reader).get('repos/ada/secret/releases/latest')).body.id).toBe(draft.id)
    const back = await as(developer).send('PATCH', path, { body: { draft: true } })
    expect(back.body).toMatchObject({ draft: true, published_at: null })
    expect((await as(reader).get(path)).status).toBe(404)
    const again = await as(developer).send('PATCH', path, { body: { draft: false } })
    expect(again.body).toMatchObject({ draft: false, published_at: published.body.published_at })
  })

  it('that are changed are in the audit log with what became another', async () => {
    const { id, tag_name: tag } = await newRelease()
    const path = `repos/ada/tool/releases/${id}`
    await as(developer).send('PATCH', path, { body: { name: 'Renamed', body: 'Other notes', prerelease: true } })
    await as(developer).send('PATCH', path, { body: { name: 'Renamed' } })
    const entries = itemsOf((await as(owner).get('admin/audit?event=RELEASE_UPDATED')).body)
    const own = entries.filter((one) => JSON.stringify(one).includes(`ada/tool ${String(tag)}`))
    expect(own).toHaveLength(1)
    expect(own[0]).toMatchObject({
      metadata: { name: { from: tag, to: 'Renamed' }, isPrerelease: { from: false, to: true }, body: 'changed' },
    })
  })

  it('are in the audit log with every file that comes or goes', async () => {
    const { id, tag_name: tag } = await newRelease()
    const path = `repos/ada/tool/releases/${id}/assets`
    const sent = await as(developer).send('POST', `${path}?name=tool.tar`, { raw: 'x' })
    expect((await as(developer).send('POST', `${path}?name=tool.tar`, { raw: 'y' })).status).toBe(409)
    expect((await as(developer).send('DELETE', `${path}/${sent.body.id}`)).status).toBe(204)
    expect((await as(developer).send('DELETE', `${path}/${sent.body.id}`)).status).toBe(404)
    const entries = itemsOf((await as(owner).get('admin/audit?event=RELEASE_UPDATED')).body)
    const own = entries.filter((one) => one['target_name'] === `ada/tool ${String(tag)}`)
    expect(own.map((one) => one['metadata'])).toEqual([{ removed: ['tool.tar'] }, { added: ['tool.tar'] }])
    expect(own).toMatchObject(own.map(() => ({ target_type: 'release', target_id: id, actor: { username: 'dev' } })))
  })

  it('belong to one repository: by their id under another they are not there', async () => {
    const release = await newRelease('secret')
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: { name: 'x' } } : {}
      const answer = await as(developer).send(method, `repos/ada/tool/releases/${release.id}`, body)
      expect(answer.status).toBe(404)
    }
    expect((await as(developer).get(`repos/ada/secret/releases/${release.id}`)).body).toEqual(release)
  })

  it('are written by developers, and nobody who may not see the repository learns of them', async () => {
    const release = await newRelease('secret')
    const path = `repos/ada/secret/releases/${release.id}`
    expect((await as(reader).send('PATCH', path, { body: { name: 'x' } })).status).toBe(403)
    expect((await as(reader).send('DELETE', path)).status).toBe(403)
    expect((await as(reader).post('repos/ada/secret/releases', { tag_name: release.tag_name })).status).toBe(403)
    expect((await as(reader).send('POST', `${path}/assets?name=x`, { raw: 'x' })).status).toBe(403)
    const stranger = await newPerson(stithy, 'stranger')
    expect((await as(stranger).get(path)).status).toBe(404)
    expect((await as(stranger).send('POST', `${path}/assets?name=x`, { raw: 'x' })).status).toBe(404)
    expect((await as(undefined).get(path)).status).toBe(404)
    const weak = await newToken(as(owner), ['repo:read'])
    expect((await stithy.client().as(weak).send('POST', `${path}/assets?name=x`, { raw: 'x' })).status).toBe(403)
    expect((await stithy.client().as(weak).get(path)).status).toBe(200)
  })
})

describe('a file of a release', () => {
  it.each(forms)('comes back as it was sent, Form %s', async (form) => {
    const release = await newRelease()
    const bytes = randomBytes(100_000)
    const client = as(developer, form)
    const sent = await upload(client, release.id, ['tool 1.0 (ü).tar.gz', 'application/gzip'], bytes)
    expect(sent.status, sent.text).toBe(201)
    expect(sent.body).toEqual({
      id: anId[form],
      name: 'tool 1.0 (ü).tar.gz',
      size: bytes.length,
      content_type: 'application/gzip',
      download_count: 0,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      url: expect.stringContaining(`${stithy.url}/api/v1/repos/ada/tool/releases/`),
      created_at: aTime,
    })
    const read = await as(undefined, form).get(`repos/ada/tool/releases/${release.id}`)
    expect(read.body.assets).toEqual([sent.body])
    expect(itemsOf((await as(undefined, form).get(`repos/ada/tool/releases/${release.id}/assets`)).body)).toEqual([
      sent.body,
    ])
    const answer = await fetch(sent.body.url)
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(bytes.length),
      etag: `"${sent.body.sha256}"`,
      'content-disposition': expect.stringMatching(/^attachment; /),
    })
    expect((await fetch(sent.body.url, { method: 'HEAD' })).headers.get('content-length')).toBe(String(bytes.length))
    const after = await as(undefined, form).get(`repos/ada/tool/releases/${release.id}`)
    expect(after.body.assets[0].download_count).toBe(1)
    const path = new URL(sent.body.url).pathname
    expect((await client.send('DELETE', path)).status).toBe(204)
    expectFault(await client.get(path), form, 'missing', { codeOfA: 'ASSET_NOT_FOUND' })
  })

  it('may be asked for in parts', async () => {
    const release = await newRelease()
    const { url, sha256 } = (await upload(as(developer), release.id, 'digits', '0123456789')).body
    const part = await fetch(url, { headers: { range: 'bytes=3-5' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '345', 'bytes 3-5/10'])
    const rest = await fetch(url, { headers: { range: 'bytes=-2', 'if-range': `"${sha256}"` } })
    expect([rest.status, await rest.text()]).toEqual([206, '89'])
    const behind = await as(undefined, 'A').get(new URL(url).pathname, { headers: { range: 'bytes=10-' } })
    expect([behind.status, behind.body.code]).toEqual([416, 'RANGE_NOT_SATISFIABLE'])
    expect(behind.headers.get('content-range')).toBe('bytes */10')
    const known = await fetch(url, { headers: { 'if-none-match': `"${sha256}"` } })
    expect([known.status, await known.text()]).toEqual([304, ''])
    const read = await as(undefined).get(`repos/ada/tool/releases/${release.id}`)
    expect(read.body.assets[0].download_count).toBe(0)
  })

  it('may be empty', async () => {
    const release = await newRelease()
    const sent = await upload(as(developer), release.id, 'empty', '')
    expect(sent.body).toMatchObject({ size: 0 })
    const answer = await fetch(sent.body.url)
    expect([answer.status, await answer.text(), answer.headers.get('content-length')]).toEqual([200, '', '0'])
  })

  it.each([
    ['page.html', 'text/html'],
    ['page.html', 'text/html; charset=utf-8'],
    ['page.xhtml', 'application/xhtml+xml'],
    ['picture.svg', 'image/svg+xml'],
    ['script.js', 'text/javascript'],
    ['script.js', 'application/x-javascript'],
    ['style.css', 'text/css'],
    ['app.webmanifest', 'application/manifest+json'],
  ])('is neither shown by a browser nor taken for a script or a style: %s as %s', async (name, type) => {
    const release = await newRelease()
    const { url } = (await upload(as(developer), release.id, [name, type], '<script>alert(1)</script>')).body
    const { headers } = await fetch(url)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  })

  it('has a name that is only a name', async () => {
    const release = await newRelease()
    const names = ['../x', 'a/b', 'a\\b', 'a\r\nb', 'a\0b', '.', '..', ' ', 'a\u202egpj.exe', 'ü'.repeat(200)]
    for (const form of forms) {
      for (const name of names) {
        const answer = await upload(as(developer, form), release.id, name, 'x')
        expect(answer.status, JSON.stringify(name)).toBe(form === 'A' ? 422 : 400)
        expect(answer.body.details[0].field).toBe('name')
      }
      const path = `repos/ada/tool/releases/${release.id}/assets`
      const nameless = await as(developer, form).send('POST', path, { raw: 'x' })
      expectFault(nameless, form, 'invalid', { details: ['name: required'] })
    }
    expect((await upload(as(developer), release.id, '.x "y" <z>.txt', 'x')).status).toBe(201)
  })

  it('has a name of its own within the release: of two uploads at once, one wins', async () => {
    const release = await newRelease()
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((body) => upload(as(developer, 'A'), release.id, 'one', body)),
    )
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409])
    const again = await upload(as(developer, 'A'), release.id, 'one', 'e')
    expectFault(again, 'A', 'conflict', { details: ['name: taken'] })
    await expectNothingComing()
  })

  it('is not there under another release or repository', async () => {
    const release = await newRelease()
    const other = await newRelease()
    const hidden = await newRelease('secret')
    const asset = (await upload(as(developer), release.id, 'x', 'x')).body
    for (const path of [`tool/releases/${other.id}`, `secret/releases/${hidden.id}`, `secret/releases/${release.id}`]) {
      for (const method of ['GET', 'DELETE']) {
        const answer = await as(developer).send(method, `repos/ada/${path}/assets/${asset.id}`)
        expect(answer.status).toBe(404)
      }
    }
    expect((await fetch(asset.url)).status).toBe(200)
  })

  it('of a draft is for developers', async () => {
    const draft = await newRelease('tool', { draft: true })
    const { url } = (await upload(as(developer), draft.id, 'x', 'x')).body
    expect((await fetch(url)).status).toBe(404)
    expect((await as(developer).get(new URL(url).pathname)).status).toBe(200)
  })

  it('takes any type, and calls bytes what is none', async () => {
    const release = await newRelease()
    const types = { json: 'application/json', form: 'application/x-www-form-urlencoded', odd: 'text/html; x="\\"y"' }
    const seen = await Promise.all(
      Object.entries(types).map(async (file) => (await upload(as(developer), release.id, file, '{')).body),
    )
    const bytes = 'application/octet-stream'
    expect(seen.map((one) => one.content_type)).toEqual(['application/json', bytes, bytes])
  })

  it('that is too large is refused with 413, announced or not, and nothing of it stays', async () => {
    const release = await newRelease()
    const before = await filesOfStore(stithy.dataDir)
    for (const form of forms) {
      const announced = await upload(as(developer, form), release.id, 'large', Buffer.alloc(limit + 1))
      expectFault(announced, form, 'too-large')
      const chunked = await sendRaw(as(developer, form), {
        method: 'POST',
        target: `/api/v1/repos/ada/tool/releases/${release.id}/assets?name=large`,
        headers: { 'transfer-encoding': 'chunked', 'content-type': 'text/plain' },
        body: Buffer.alloc(limit + 1),
      })
      expectFault(chunked, form, 'too-large')
    }
    expect((await upload(as(developer), release.id, 'fits', Buffer.alloc(limit))).status).toBe(201)
    expect((await filesOfStore(stithy.dataDir)).kept.length).toBe(before.kept.length + 1)
    await expectNothingComing()
  })

  it('whose sender hangs up in the middle leaves nothing', async () => {
    const release = await newRelease()
    const before = await filesOfStore(stithy.dataDir)
    const { hostname, port } = new URL(stithy.url)
    const sent = request({
      hostname,
      port,
      method: 'POST',
      path: `/api/v1/repos/ada/tool/releases/${release.id}/assets?name=half`,
      headers: { authorization: `Bearer ${developer.access}`, 'content-length': '200000' },
    })
    sent.on('error', () => undefined)
    sent.write(Buffer.alloc(100_000))
    await eventually(async () => expect((await filesOfStore(stithy.dataDir)).incoming).toHaveLength(1))
    sent.destroy()
    await expectNothingComing()
    expect((await filesOfStore(stithy.dataDir)).kept).toEqual(before.kept)
    const read = await as(developer).get(`repos/ada/tool/releases/${release.id}`)
    expect(read.body.assets).toEqual([])
    expect(stithy.logs.filter((line) => line.level === 'error')).toEqual([])
  })

  it('leaves the connection usable when it is refused before it was read', async () => {
    const { hostname, port } = new URL(stithy.url)
    const sent = request({
      hostname,
      port,
      method: 'POST',
      path: '/api/v1/repos/ada/none/releases/1/assets?name=x',
      headers: { authorization: `Bearer ${developer.access}`, 'content-length': '100000' },
    })
    sent.write(Buffer.alloc(50_000))
    const [answer] = await once(sent, 'response')
    expect(answer.statusCode).toBe(404)
    expect(await text(answer)).toContain('not_found')
    await sleep(50)
    sent.end(Buffer.alloc(50_000))
  })
})

describe('the room on the disk', () => {
  // The clock moves: a token outlives it, a session would not.
  const client = (): Client => stithy.client('B').as(token)
  const filesOf = async (bytes: Buffer): Promise<string[]> => {
    const sha = createHash('sha256').update(bytes).digest('hex')
    return (await filesOfStore(stithy.dataDir)).kept.filter((name) => name.startsWith(sha))
  }
  const release = async (repo = 'tool'): Promise<Answer['body']> =>
    (await client().post(`repos/ada/${repo}/releases`, { tag_name: await newTag(repo) })).body

  it('is taken once by the same content, and given back when the last one is gone', async () => {
    const [one, other] = [await release(), await release()]
    const bytes = randomBytes(1000)
    const first = (await upload(client(), one.id, 'x', bytes)).body
    const second = (await upload(client(), other.id, 'y', bytes)).body
    expect(await filesOf(bytes)).toHaveLength(1)
    stithy.advance(2 * hour)
    await client().send('DELETE', `repos/ada/tool/releases/${one.id}`)
    await collectBlobs(stithy.app)
    expect((await fetch(first.url)).status).toBe(404)
    expect(Buffer.from(await (await fetch(second.url)).arrayBuffer()).equals(bytes)).toBe(true)
    await client().send('DELETE', `repos/ada/tool/releases/${other.id}`)
    await eventually(async () => expect(await filesOf(bytes)).toEqual([]))
  })

  it('is not given back while an upload of the same content is young', async () => {
    const one = await release()
    const bytes = randomBytes(1000)
    await upload(client(), one.id, 'x', bytes)
    stithy.advance(2 * hour)
    await upload(client(), one.id, 'y', bytes)
    await client().send('DELETE', `repos/ada/tool/releases/${one.id}`)
    await collectBlobs(stithy.app)
    expect(await filesOf(bytes)).toHaveLength(1)
    stithy.advance(2 * hour)
    await collectBlobs(stithy.app)
    expect(await filesOf(bytes)).toEqual([])
  })

  it('is never taken from an upload that comes in at the very moment', async () => {
    const one = await release()
    const bytes = randomBytes(1000)
    for (let round = 0; round < 15; round++) {
      const old = (await upload(client(), one.id, `old-${round}`, bytes)).body
      await client().send('DELETE', new URL(old.url).pathname)
      stithy.advance(2 * hour)
      const [sent] = await Promise.all([
        upload(client(), one.id, `new-${round}`, bytes),
        collectBlobs(stithy.app),
        sweepStrays(stithy.app),
      ])
      const answer = await fetch(sent.body.url)
      expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(bytes)]).toEqual([200, true])
      expect((await client().send('DELETE', new URL(sent.body.url).pathname)).status).toBe(204)
    }
  })

  it('is given back with the repository', async () => {
    await client().post('user/repos', { slug: 'doomed' })
    await pushSomething(stithy, token, 'ada/doomed')
    const { id } = await release('doomed')
    const bytes = randomBytes(1000)
    const path = `repos/ada/doomed/releases/${id}/assets?name=x`
    expect((await client().send('POST', path, { raw: bytes })).status).toBe(201)
    stithy.advance(2 * hour)
    expect((await client().send('DELETE', 'repos/ada/doomed')).status).toBe(204)
    await eventually(async () => expect(await filesOf(bytes)).toEqual([]))
  })

  it('is cleared of what a crash left behind, and of nothing that is in use or young', async () => {
    const one = await release()
    const { url } = (await upload(client(), one.id, 'used', 'used')).body
    const stray = join(stithy.dataDir, 'blobs', 'ab')
    await mkdir(stray, { recursive: true })
    await writeFile(join(stray, `${'ab'.repeat(32)}-x`), 'stray')
    await writeFile(join(stithy.dataDir, 'blobs', 'incoming', 'draft'), 'half')
    const now = (stithy.app.clock.now() - Date.now()) / 1000 + Date.now() / 1000
    await utimes(join(stray, `${'ab'.repeat(32)}-x`), now, now)
    await utimes(join(stithy.dataDir, 'blobs', 'incoming', 'draft'), now, now)
    await collectBlobs(stithy.app)
    await sweepStrays(stithy.app)
    expect(await readdir(stray)).toHaveLength(1)
    stithy.advance(2 * hour)
    await collectBlobs(stithy.app)
    await sweepStrays(stithy.app)
    expect(await readdir(stray)).toEqual([])
    await expectNothingComing()
    expect(await (await fetch(url)).text()).toBe('used')
  })

  it('may be out of reach for a while: the upload is refused, and works when it is there again', async () => {
    const one = await release()
    const blobs = join(stithy.dataDir, 'blobs')
    await rename(blobs, `${blobs}.away`)
    await writeFile(blobs, 'in the way')
    const refused = await upload(client(), one.id, 'x', 'x')
    expect([refused.status, refused.body.error]).toEqual([503, 'internal_error'])
    expect((await client().get('user')).status).toBe(200)
    await rm(blobs)
    await rename(`${blobs}.away`, blobs)
    expect((await upload(client(), one.id, 'x', 'x')).status).toBe(201)
  })

  it('heals: a file that the disk has lost is replaced by the next upload of it', async () => {
    const one = await release()
    const bytes = randomBytes(1000)
    const { url } = (await upload(client(), one.id, 'x', bytes)).body
    const [file = ''] = await filesOf(bytes)
    await rm(join(stithy.dataDir, 'blobs', file.slice(0, 2), file))
    expect((await fetch(url)).status).toBe(500)
    await upload(client(), one.id, 'y', bytes)
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true)
  })
})

async function expectNothingComing(): Promise<void> {
  await eventually(async () => expect((await filesOfStore(stithy.dataDir)).incoming).toEqual([]))
}
