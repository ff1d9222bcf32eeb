// Releases and forks, through their pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { storageOf } from '../../src/features/quota/storage.ts'
import { furnishCode } from '../support/furnish-code.ts'
import { furnishSettings } from '../support/furnish-settings.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let eve: Person
const base = '/ada/anvil/releases'

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
  await furnishCode(stithy, ada)
  await furnishSettings(stithy, ada)
})
afterAll(() => stithy.stop())

const get = (path: string, cookie?: string) => stithy.client().get(path, cookie === undefined ? {} : { cookie })
const post = (path: string, fields: Readonly<Record<string, string>>, person = ada) =>
  stithy.client().send('POST', path, { cookie: person.cookie, fields })
const releaseOf = async (tag: string) => (await stithy.client('B').get(`repos/ada/anvil/releases/tags/${tag}`)).body

describe('the list', () => {
  it('shows notes, files and the latest, and the home names it', async () => {
    const page = await get(base)
    for (const part of ['<strong>hotter</strong>', 'anvil-1.0.tar.gz', '2.9 KiB', 'Latest', 'Prerelease']) {
      expect(page.text).toContain(part)
    }
    expect(page.text).toContain('href="/ada/anvil/blob/refs/tags/v1.0/src/strike.ts"')
    expect(page.text).not.toContain('releases/new')
    expect((await get('/ada/anvil')).text).toContain('href="/ada/anvil/releases/tag/v1.0"')
  })

  it('gives the files away to whoever may see the repository', async () => {
    const page = await get(base)
    const href = /href="([^"]*\/assets\/[^"]*)"/.exec(page.text)?.[1] ?? ''
    const file = await get(href)
    expect([file.status, file.text]).toEqual([200, 'x'.repeat(3000)])
    expect(file.headers.get('content-disposition')).toContain('anvil-1.0.tar.gz')
  })

  it('has an address for its latest, and for each file by its name', async () => {
    const latest = await get(`${base}/latest`)
    expect([latest.status, latest.headers.get('location')]).toEqual([303, `${base}/tag/v1.0`])
    for (const path of ['download/v1.0/anvil-1.0.tar.gz', 'latest/download/anvil-1.0.tar.gz']) {
      const file = await get(`${base}/${path}`)
      expect([file.status, file.text]).toEqual([200, 'x'.repeat(3000)])
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="anvil-1\.0\.tar\.gz"/)
    }
    for (const path of ['download/v1.0/other', 'download/v9/anvil-1.0.tar.gz', 'download/x', 'latest/download/other']) {
      expect((await get(`${base}/${path}`)).status, path).toBe(404)
    }
    for (const path of ['latest', 'latest/download/x', 'download/v1.0/x']) {
      expect((await get(`/ada/plans/releases/${path}`, eve.cookie)).status, path).toBe(404)
    }
  })

  it('a file of a draft, or of a tag with a slash, has one too, for who may see it', async () => {
    const api = stithy.client('B').as(ada.access)
    const { id } = (await api.post('repos/ada/anvil/releases', { tag_name: 'rc/2', draft: true })).body
    const named = `repos/ada/anvil/releases/${id}/assets?name=notes.txt`
    const headers = { 'content-type': 'text/plain' }
    expect((await api.send('POST', named, { raw: 'soon', headers })).status).toBe(201)
    const path = `${base}/download/rc/2/notes.txt`
    expect((await get(path)).status).toBe(404)
    expect((await get(path, eve.cookie)).status).toBe(404)
    expect((await get(path, ada.cookie)).text).toBe('soon')
    expect((await api.send('DELETE', `repos/ada/anvil/releases/${id}`)).status).toBe(204)
  })

  it('teaches while there is none', async () => {
    expect((await get('/ada/plans/releases', ada.cookie)).text).toContain('git push origin v1.0')
    expect((await get('/ada/plans/releases', eve.cookie)).status).toBe(404)
  })
})

describe('making one', () => {
  it('is for those who may push', async () => {
    expect((await get(`${base}/new`, eve.cookie)).status).toBe(403)
    expect((await post(`${base}/new`, { tag_name: 'v1.0' }, eve)).status).toBe(403)
    const { id } = await releaseOf('v1.0')
    expect((await get(`${base}/${id}/edit`, eve.cookie)).status).toBe(403)
    expect((await post(`${base}/${id}/edit`, { tag_name: 'v1.0', name: 'Eve' }, eve)).status).toBe(403)
    expect((await post(`${base}/${id}/delete`, {}, eve)).status).toBe(403)
    expect((await releaseOf('v1.0')).name).toBe('The first that holds')
  })

  it('a tag with a release, or none at all, comes back with what was typed', async () => {
    const taken = await post(`${base}/new`, { tag_name: 'v1.0', body: 'typed notes' })
    expect([taken.status, taken.text.includes('typed notes')]).toEqual([409, true])
    const unknown = await post(`${base}/new`, { tag_name: 'v9', target: 'nowhere', body: 'typed notes' })
    expect([unknown.status, unknown.text.includes('value="v9"')]).toEqual([422, true])
    expect(unknown.text).toContain('It is no branch, tag or commit here.')
  })

  type Files = Readonly<Record<string, string>>
  const send = (path: string, fields: Files, files: readonly (readonly [string, string])[], person = ada) => {
    const parts = new FormData()
    for (const [name, value] of Object.entries(fields)) parts.append(name, value)
    for (const [name, text] of files) parts.append('files', new Blob([text]), name)
    return stithy.client().send('POST', path, { cookie: person.cookie, parts })
  }
  const filesOf = async (tag: string): Promise<string[]> =>
    (await releaseOf(tag)).assets?.map(({ name }: { name: string }) => name) ?? []

  it('takes its files along, and is published with all of them or not at all', async () => {
    const fields = { tag_name: 'v2.0', name: 'With files', body: 'typed notes' }
    const two = [
      ['a.txt', 'bytes of a'],
      ['b.txt', 'bytes of b'],
    ] as const
    expect((await send(`${base}/new`, fields, two, eve)).status).toBe(403)
    for (const [files, status, said] of [
      [[...two, ['a.txt', 'again']], 422, 'It has two files called a.txt: rename one of them.'],
      [[...two, ['x\\y', 'again']], 422, 'without slashes'],
      [Array.from({ length: 101 }, (_, at) => [`${at}`, 'x'] as const), 422, 'at most 100 files at once'],
    ] as const) {
      const refused = await send(`${base}/new`, fields, files)
      expect([refused.status, refused.text.includes(said)]).toEqual([status, true])
      for (const kept of ['value="v2.0"', 'value="With files"', 'typed notes', 'Choose the files again.']) {
        expect(refused.text).toContain(kept)
      }
    }
    expect((await stithy.client('B').get('repos/ada/anvil/tags/v2.0')).status).toBe(404)
    expect((await send(`${base}/new`, fields, two)).status).toBe(303)
    expect(await filesOf('v2.0')).toEqual(['a.txt', 'b.txt'])
    const page = (await get(`${base}/tag/v2.0`)).text
    const href = /href="([^"]*\/assets\/[^"]*)"/.exec(page)?.[1] ?? ''
    expect((await get(href)).text).toBe('bytes of a')
    // One of them has the same bytes as another: it is a file of its own all the same.
    const same = [['c.txt', 'bytes of a'] as const, ['d.txt', 'bytes of a'] as const]
    expect((await send(`${base}/new`, { tag_name: 'v2.1' }, same)).status).toBe(303)
    expect(await filesOf('v2.1')).toEqual(['c.txt', 'd.txt'])
  })

  it('gets more files when it is edited, and shows the notes before they are saved', async () => {
    const { id } = await releaseOf('v0.1')
    const edit = `${base}/${id}/edit`
    const fields = { tag_name: 'v0.1', name: 'Renamed', body: 'typed notes' }
    expect((await send(edit, fields, [['a.txt', 'x']], eve)).status).toBe(403)
    expect((await send(edit, { ...fields, name: 'Named' }, [['a.txt', 'x']])).status).toBe(303)
    const refused = await send(edit, fields, [
      ['c.txt', 'x'],
      ['a.txt', 'x'],
    ])
    expect([refused.status, refused.text.includes('file called a.txt already: remove it first')]).toEqual([409, true])
    expect(refused.text).toContain('value="Renamed"')
    expect([await filesOf('v0.1'), (await releaseOf('v0.1')).name]).toEqual([['a.txt'], 'Named'])
    const shown = await post(edit, { tag_name: 'v0.1', body: 'so **very** new', preview: '1' })
    expect([shown.status, shown.text.includes('<strong>very</strong>')]).toEqual([200, true])
    expect((await releaseOf('v0.1')).body).not.toContain('very')
  })

  it('that finds no room for its files is not made', async () => {
    const setQuota = (bytes: number | null) =>
      inTransaction(stithy.app, async (tx) => {
        await tx.updateTable('owners').set({ quota_bytes: bytes }).where('name', '=', 'ada').execute()
      })
    const { id } = await stithy.app.db
      .selectFrom('owners')
      .select('id')
      .where('name', '=', 'ada')
      .executeTakeFirstOrThrow()
    const { used } = await storageOf(stithy.app, stithy.app.db, id)
    await setQuota(used + 100)
    const halves = [
      ['a.bin', 'x'.repeat(60)],
      ['b.bin', 'y'.repeat(60)],
    ] as const
    const refused = await send(`${base}/new`, { tag_name: 'v3.0', draft: 'true', body: 'typed notes' }, halves)
    await setQuota(null)
    expect([refused.status, refused.text.includes('ask an administrator')]).toEqual([413, true])
    expect(refused.text).toContain('typed notes')
    expect((await get(`${base}/tag/v3.0`, ada.cookie)).status).toBe(404)
  })

  it('a new tag is made at its target, that of a draft when it is published', async () => {
    const form = (await get(`${base}/new`, ada.cookie)).text
    expect(form).toContain('<option value="feature/tongs"')
    expect((await post(`${base}/new`, { tag_name: 'v9', target: 'feature/tongs', draft: 'true' })).status).toBe(303)
    const page = (await get(`${base}/tag/v9`, ada.cookie)).text
    const edit = /href="([^"]*\/edit)"/.exec(page)?.[1] ?? ''
    expect((await get(edit, ada.cookie)).text).toContain('value="feature/tongs"')
    expect((await post(edit, { tag_name: 'v9', target: 'feature/tongs' })).status).toBe(303)
    const tip = await stithy.client('B').get('repos/ada/anvil/commits/feature%2Ftongs')
    expect((await releaseOf('v9')).commit_sha).toBe(tip.body.sha)
    // Without notes there is no place for them.
    expect([page.includes('release-notes'), (await get(`${base}/tag/v1.0`)).text.includes('release-notes')]).toEqual([
      false,
      true,
    ])
  })

  it('a draft is seen by nobody else until it is published', async () => {
    await stithy.client('B').as(ada.access).post('repos/ada/anvil/tags', { name: 'rc/2', ref: 'main', target: 'main' })
    const fields = { tag_name: 'rc/2', name: '', body: 'a\r\nb', draft: 'true' }
    const made = await post(`${base}/new`, fields)
    expect([made.status, made.headers.get('location')]).toEqual([303, `${base}/tag/rc/2`])
    expect((await get(`${base}/tag/rc/2`)).status).toBe(404)
    const page = await get(`${base}/tag/rc/2`, ada.cookie)
    expect(page.text).toContain('Draft')
    const edit = /href="([^"]*\/edit)"/.exec(page.text)?.[1] ?? ''
    expect((await post(edit, { tag_name: 'rc/2', name: 'Two', body: 'a\r\nb' })).status).toBe(303)
    expect((await get(`${base}/tag/rc/2`)).text).toContain('Two')
    expect((await post(edit.replace('/edit', '/delete'), {})).status).toBe(303)
    expect((await get(`${base}/tag/rc/2`)).status).toBe(404)
  })

  it('a file can be removed', async () => {
    const { id, assets } = await releaseOf('v1.0')
    expect((await post(`${base}/${id}/remove/${assets[0].id}`, {}, eve)).status).toBe(403)
    expect((await post(`${base}/${id}/remove/${assets[0].id}`, {})).status).toBe(303)
    expect((await releaseOf('v1.0')).assets).toEqual([])
  })

  it('notes are shown, never run', async () => {
    await post(`${base}/new`, { tag_name: 'v0.1' })
    const { id } = await releaseOf('v0.1')
    const attack = 'Thanks, @ada <img src=x onerror=alert(1)><script>alert(1)</script>'
    await post(`${base}/${id}/edit`, { tag_name: 'v0.1', name: attack, body: attack })
    const page = await get(base)
    expect(page.text).toMatch(/<a [^>]*href="\/ada"[^>]*>@ada<\/a>/)
    expect(page.text).not.toContain('<script>alert')
    expect(page.text).not.toMatch(/<img[^>]*onerror/)
  })
})

describe('notes from what was merged', () => {
  const repo = 'repos/ada/tongs'
  const merge = async (person: Person, branch: string, title: string) => {
    const client = stithy.client('B').as(person.access)
    await commitTo(client, repo, [branch, 'main'], { [`${branch}.txt`]: title })
    const { number } = await openPull(client, repo, branch, { title })
    expect((await client.post(`${repo}/pulls/${number}/merge`, { merge_method: 'squash' })).status).toBe(200)
  }
  const textIn = (page: string) => /<textarea[^>]*name="body"[^>]*>([^]*?)<\/textarea>/.exec(page)?.[1] ?? ''

  beforeAll(async () => {
    await newRepo(stithy, ada, 'tongs', { auto_init: true, is_public: true })
    await grant(stithy, 'tongs', eve, 'Developer')
    await merge(ada, 'one', 'What the first release has')
    const api = stithy.client('B').as(ada.access)
    await api.post(`${repo}/releases`, { tag_name: 'v1' })
    await merge(ada, 'two', '1. Grip [harder](x) with `a_b<c>`')
    await merge(eve, 'three', 'Let go')
  })

  it('come back below what was typed, with nothing saved', async () => {
    const sent = { tag_name: 'v2', body: 'Typed before.', name: 'The second', notes: '1' }
    const page = await post('/ada/tongs/releases/new', sent)
    const text = textIn(page.text).replaceAll('&lt;', '<')
    expect([page.status, page.text.includes('value="The second"')]).toEqual([200, true])
    expect(text).toBe(
      [
        'Typed before.\n',
        '## What changed\n',
        String.raw`- 1\. Grip \[harder\](x) with `.concat('`a_b<c>` (#2) by @ada'),
        '- Let go (#3) by @eve\n',
        '## New contributors\n',
        '- @eve in #3\n',
        `[Everything since v1](${stithy.app.config.BASE_URL}/ada/tongs/compare/v1...v2)\n`,
      ].join('\n'),
    )
    const twice = await post('/ada/tongs/releases/new', { ...sent, body: text })
    expect(textIn(twice.text).replaceAll('&lt;', '<')).toBe(text)
    expect((await stithy.client('B').get(`${repo}/releases`)).body.total).toBe(1)
    // Once it is there, its page leads to the same stretch.
    await post('/ada/tongs/releases/new', { tag_name: 'v2' })
    expect((await get('/ada/tongs/releases/tag/v2')).text).toContain(
      'href="/ada/tongs/compare/refs/tags/v1...refs/tags/v2"',
    )
    expect((await get('/ada/tongs/releases/tag/v1')).text).not.toContain('What changed since')
  })

  it('of a release before begin where that begins, and a target that is not there is told', async () => {
    const { id } = (await stithy.client('B').get(`${repo}/releases/tags/v1`)).body
    const edited = await post(`/ada/tongs/releases/${id}/edit`, { tag_name: 'v1', notes: '1' })
    expect(textIn(edited.text)).toBe('## What changed\n\n- What the first release has (#1) by @ada\n')
    const refused = await post('/ada/tongs/releases/new', { tag_name: 'v3', target: 'gone', body: 'Typed', notes: '1' })
    expect([refused.status, refused.text.includes('It is no branch, tag or commit here.')]).toEqual([422, true])
    expect(textIn(refused.text)).toBe('Typed')
  })

  it('are for those who may push, and for tokens that may read pull requests', async () => {
    const at = `${repo}/releases/generate-notes`
    const asked = { tag_name: 'v2', previous_tag_name: 'v1' }
    const bob = await newPerson(stithy, 'bob')
    expect((await post('/ada/tongs/releases/new', { tag_name: 'v2', notes: '1' }, bob)).status).toBe(403)
    const own = stithy.client('B').as(ada.access)
    for (const [scopes, status] of [
      [['repo:write'], 403],
      [['repo:read', 'pulls:write'], 403],
      [['repo:write', 'pulls:read'], 200],
    ] as const) {
      const token = await newToken(own, scopes)
      expect((await stithy.client('B').as(token).post(at, asked)).status, scopes.join()).toBe(status)
    }
    const { body } = await own.post(at, asked)
    expect([body.name, body.previous_tag_name, body.body.includes('Let go (#3)')]).toEqual(['v2', 'v1', true])
    expect((await own.post(at, { ...asked, previous_tag_name: 'v9' })).status).toBe(400)
  })
})

describe('forks', () => {
  it('begin with everything, say where they came from, and count', async () => {
    expect((await get('/ada/anvil/fork')).headers.get('location')).toContain('/login')
    expect((await get('/ada/anvil/fork', eve.cookie)).text).toContain('value="anvil"')
    expect((await get('/ada/anvil/fork', ada.cookie)).text).toContain('value="anvil-fork"')
    const made = await post('/ada/anvil/fork', { slug: 'amboss' }, eve)
    expect(made.headers.get('location')).toBe('/eve/amboss')
    const page = await get('/eve/amboss')
    expect(page.text).toContain('Forked from')
    expect(page.text).toContain('href="/ada/anvil"')
    expect((await get('/ada/anvil')).text).toContain('Fork 1')
    const again = await post('/ada/anvil/fork', { slug: 'amboss' }, eve)
    expect([again.status, again.text.includes('eve/amboss exists already.')]).toEqual([409, true])
    expect((await post('/ada/anvil/fork', { slug: '..' }, eve)).status).toBe(422)
    expect((await post('/ada/plans/fork', { slug: 'stolen' }, eve)).status).toBe(404)
  })

  it('do not tell the name of what became private', async () => {
    await stithy
      .client()
      .as(ada.access)
      .send('PATCH', 'repos/ada/anvil', { body: { is_public: false } })
    expect((await get('/eve/amboss')).text).not.toContain('Forked from')
  })
})
