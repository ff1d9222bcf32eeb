// The pages of a repository, as any program that speaks HTTP sees them.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestOptions } from '../support/client.ts'
import { furnishCode } from '../support/furnish-code.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { textOf } from '../support/pages.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { sendRaw } from '../support/raw-http.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let eve: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
  await furnishCode(stithy, ada)
})
afterAll(() => stithy.stop())

const get = (path: string, options: RequestOptions = {}) => stithy.client().get(path, options)

describe('the home of a repository', () => {
  it('shows its files with their last commits, its README, how to clone it, and its languages', async () => {
    // A page waits for the last commits for a moment only, in which a busy machine may not get round to them.
    const page = await get('/ada/anvil?commits=all')
    expect(page.status).toBe(200)
    const text = textOf(page)
    for (const part of [
      'Strikes while the iron is hot',
      'Keep odd things',
      'Strike hotter',
      'TypeScript',
      '4 commits',
    ]) {
      expect(text).toContain(part)
    }
    expect(page.text).toContain('<h1 id="user-content-anvil">')
    expect(page.text).toContain(`${stithy.url}/ada/anvil.git`)
    expect(page.text).toContain(`ssh://git@127.0.0.1:${stithy.sshPort}/ada/anvil.git`)
    expect(page.text).toContain('href="/ada/anvil/archive/main.zip"')
  })

  it('teaches the push while it is empty, with its own address and branch', async () => {
    const client = stithy.client('B').as(ada.access)
    await client.post('user/repos', { slug: 'fresh', default_branch: 'trunk' })
    const page = await get('/ada/fresh', { cookie: ada.cookie })
    expect(page.text).toContain(`git remote add origin ${stithy.url}/ada/fresh.git`)
    expect(page.text).toContain('git push -u origin trunk')
    expect(page.text).toContain('git init -b trunk')
  })

  it('says only that it is empty to those who cannot push', async () => {
    const page = await get('/ada/blank')
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('git push')
  })

  it('has no SSH address where SSH is off', async () => {
    const plain = await startStithy({ SSH_ENABLED: 'false' })
    const person = await newPerson(plain, 'ada')
    await plain.client().as(person.access).post('user/repos', { slug: 'fresh' })
    const page = await plain.client().get('/ada/fresh', { cookie: person.cookie })
    expect(page.text).toContain('/ada/fresh.git')
    expect(page.text).not.toContain('ssh://')
    await plain.stop()
  })
})

describe('files', () => {
  it('a branch with a slash and a path are told apart', async () => {
    const page = await get('/ada/anvil/tree/feature/tongs/src')
    expect(textOf(page)).toContain('tongs.ts')
    expect((await get('/ada/anvil/blob/feature/tongs/src/tongs.ts')).status).toBe(200)
    expect((await get('/ada/anvil/blob/main/src/tongs.ts')).status).toBe(404)
  })

  it('a branch whose name is as deep as one can be is found', async () => {
    const name = `${'a/'.repeat(121)}b`
    const client = stithy.client('B').as(ada.access)
    expect((await client.post('repos/ada/anvil/branches', { name, from: 'main' })).status).toBe(201)
    for (const path of [`tree/${name}`, `blob/${name}/src/strike.ts`, `commits/${name}`]) {
      expect((await get(`/ada/anvil/${path}`)).status, path).toBe(200)
    }
    expect((await client.send('DELETE', `repos/ada/anvil/branches/${name}`)).status).toBe(204)
  })

  it('tags, ids and beginnings of ids name a revision', async () => {
    const { sha } = (await stithy.client('B').get('repos/ada/anvil/commits/main')).body
    for (const name of ['v1.0', 'v0.1', sha, sha.slice(0, 7), 'HEAD']) {
      expect((await get(`/ada/anvil/blob/${name}/src/strike.ts`)).status, name).toBe(200)
      expect((await get(`/ada/anvil/tree/${name}`)).status, name).toBe(200)
    }
    expect((await get('/ada/anvil/tree/no-such-thing')).status).toBe(404)
    expect((await get('/ada/anvil/tree/--exec=x')).status).toBe(404)
  })

  it('are coloured, with a link on every line number', async () => {
    const page = await get('/ada/anvil/blob/main/src/strike.ts')
    expect(page.text).toContain('<c-k>export</c-k>')
    expect(page.text).toContain('id="L11"')
    expect(page.text).toContain('href="#L11"')
  })

  it('without an ending are coloured by the program that their first line names, and count as its language', async () => {
    const client = stithy.client('B').as(ada.access)
    await client.post('user/repos', { slug: 'scripts', is_public: true, auto_init: true })
    const folder = await newFolder()
    const token = await newToken(client, ['repo:write'])
    await git(folder, 'clone', '-q', addressOf(stithy, token, 'ada/scripts'), '.')
    await writeFile(join(folder, 'strike'), '#!/usr/bin/env python3\nimport sys\n', { mode: 0o755 })
    await git(folder, 'add', '-A')
    await git(folder, 'commit', '-qm', 'A script')
    await git(folder, 'push', '-q', 'origin', 'HEAD')
    expect((await get('/ada/scripts/blob/main/strike')).text).toContain('<c-k>import</c-k>')
    expect((await get('/ada/scripts/commit/main')).text).toContain('<c-k>import</c-k>')
    expect((await client.get('repos/ada/scripts/languages')).body.items).toEqual([{ name: 'Python', bytes: 34 }])
  })

  it('a submodule leads to the commit of a repository here, or to an address elsewhere', async () => {
    const client = stithy.client('B').as(ada.access)
    await client.post('user/repos', { slug: 'parts', is_public: true, auto_init: true })
    const folder = await newFolder()
    await git(folder, 'clone', '-q', addressOf(stithy, await newToken(client, ['repo:write']), 'ada/parts'), '.')
    const { sha } = (await client.get('repos/ada/anvil/commits/main')).body
    const links = {
      near: ['../anvil', `href="/ada/anvil/tree/${sha}"`],
      here: [`${stithy.url}/ada/anvil.git`, `href="/ada/anvil/tree/${sha}"`],
      far: ['https://example.org/anvil', 'href="https://example.org/anvil"'],
    }
    const sections = Object.entries(links).map(
      ([name, [url]]) => `[submodule "${name}"]\n\tpath = ${name}\n\turl = ${url}\n`,
    )
    await writeFile(join(folder, '.gitmodules'), sections.join(''))
    await git(folder, 'add', '-A')
    for (const name of Object.keys(links)) {
      await git(folder, 'update-index', '--add', '--cacheinfo', `160000,${sha},${name}`)
    }
    await git(folder, 'commit', '-qm', 'Parts')
    await git(folder, 'push', '-q', 'origin', 'HEAD')
    for (const [name, [, href]] of Object.entries(links)) {
      const page = await get(`/ada/parts/blob/main/${name}`)
      expect(page.text).toContain(href)
      expect(textOf(page)).toContain(`at commit ${sha.slice(0, 8)}`)
    }
    expect(textOf(await get('/ada/parts'))).toContain(`near @ ${sha.slice(0, 8)}`)
    expect((await get(`/ada/anvil/tree/${sha}`)).status).toBe(200)
  })

  it('a folder asked for as a file, and a file as a folder, lead to the right page', async () => {
    expect((await get('/ada/anvil/blob/main/src')).headers.get('location')).toBe('/ada/anvil/tree/main/src')
    expect((await get('/ada/anvil/tree/main/LICENSE')).headers.get('location')).toBe('/ada/anvil/blob/main/LICENSE')
  })

  it.each([
    ['bin/tool.bin', 'not text'],
    ['empty.txt', 'This file is empty'],
  ])('%s says what it is', async (path, words) => {
    expect(textOf(await get(`/ada/anvil/blob/main/${path}`))).toContain(words)
  })

  it('Markdown is a document, and its source one click away', async () => {
    const document = await get('/ada/anvil/blob/main/docs/notes.md')
    expect(document.text).toContain('<h2 id="user-content-quenching">')
    expect(document.text).toContain('href="/ada/anvil/blob/main/README.md"')
    expect((await get('/ada/anvil/blob/main/docs/notes.md?source=1')).text).toContain('id="L1"')
  })

  it('the README of a folder is a press away from being edited, for those who may', async () => {
    const edit = 'href="/ada/anvil/edit/main/README.md"'
    expect((await get('/ada/anvil', { cookie: ada.cookie })).text).toContain(edit)
    expect((await get('/ada/anvil/tree/v0.1', { cookie: ada.cookie })).text).not.toContain('/edit/')
    expect((await get('/ada/anvil', { cookie: eve.cookie })).text).not.toContain(edit)
  })

  it('commits are found by what they say and by who wrote them', async () => {
    const found = async (query: string, path = 'main'): Promise<readonly string[]> => {
      const page = await get(`/ada/anvil/commits/${path}?${query}`)
      expect(page.status).toBe(200)
      return ['Begin', 'Write down', 'Keep odd', 'Strike hotter'].filter((title) => page.text.includes(`>${title}`))
    }
    expect(await found('q=STRIKE')).toEqual(['Strike hotter'])
    expect(await found('q=cracks+the+blade')).toEqual(['Write down'])
    expect(await found('q=&author=ada')).toHaveLength(4)
    expect(await found('q=e&author=nobody')).toEqual([])
    expect(await found('q=.')).toEqual(['Write down'])
    expect(await found('q=e', 'main/docs')).not.toContain('Strike hotter')
    expect(await found(`q=${encodeURIComponent('--all\0\n')}`)).toEqual([])
    expect(await found('q=e&page=99')).toEqual([])
  })

  it('commits and comparisons are text as well, which git takes', async () => {
    const folder = await newFolder()
    await git(folder, 'init', '-q', '-b', 'main')
    const begun = await get('/ada/anvil/commit/v0.1.patch')
    for (const header of ['x-content-type-options', 'content-type', 'cache-control']) {
      expect(begun.headers.get(header)).toMatch(/nosniff|text\/plain|private, no-cache/)
    }
    await writeFile(join(folder, '0.patch'), begun.text)
    await git(folder, 'am', '-q', '0.patch')
    expect(await git(folder, 'log', '--format=%an %s')).toBe('Ada Begin')
    const next = await get('/ada/anvil/compare/v0.1...main.diff')
    await writeFile(join(folder, '1.diff'), next.text)
    await git(folder, 'apply', '1.diff')
    const drawing = await get('/ada/anvil/raw/main/docs/drawing.svg')
    expect(await readFile(join(folder, 'docs/drawing.svg'), 'utf8')).toBe(drawing.text)
    expect(await readFile(join(folder, 'bin/tool.bin'))).toEqual(Buffer.from([0, 1, 2, 255, 0]))
    const diff = await get('/ada/anvil/commit/main.diff')
    expect(diff.text).toMatch(/^diff --git a\/src\/strike.ts/)
    expect((await get('/ada/anvil/commit/nothing.diff')).status).toBe(404)
    expect((await get('/ada/anvil/compare/main...nothing.diff')).status).toBe(404)
    const hidden = ['/ada/plans/commit/main.patch', '/ada/plans/compare/main...main.diff']
    for (const path of hidden) {
      expect((await get(path)).status).toBe(404)
      expect((await get(path, { cookie: ada.cookie })).headers.get('cache-control')).toBe('private, no-store')
    }
  })

  it('a comparison can leave out white space, and shows pictures', async () => {
    const whole = await get('/ada/anvil/compare/main...feature/tongs')
    expect(whole.text).toContain('?space=ignore')
    expect(whole.text).toContain('Hide white space')
    expect(whole.text).toMatch(/<img[^>]*\/raw\/[^>]*mark\.png/)
    expect((await get('/ada/anvil/compare/main...feature/tongs?space=ignore')).text).toContain('Show white space')
  })

  it('a drawing is shown drawn, and is text to read, to blame and to edit', async () => {
    const path = 'main/docs/drawing.svg'
    const drawn = await get(`/ada/anvil/blob/${path}`, { cookie: ada.cookie })
    expect(drawn.text).toContain(`<img src="/ada/anvil/raw/${path}"`)
    for (const page of ['blame', 'edit']) expect(drawn.text).toContain(`href="/ada/anvil/${page}/${path}"`)
    expect(drawn.text).toContain(`href="/ada/anvil/blob/${path}?source=1"`)
    const source = await get(`/ada/anvil/blob/${path}?source=1`)
    expect(source.text).toContain('id="L2"')
    expect(source.text).not.toContain(`<img src="/ada/anvil/raw/${path}"`)
    const blame = await get(`/ada/anvil/blame/${path}`)
    expect(textOf(blame)).toContain('Keep odd things')
  })

  it('odd names survive links, pages and raw', async () => {
    const folder = await get('/ada/anvil/tree/main/odd')
    const href = /href="([^"]*odd\/[^"]*txt)"/.exec(folder.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const page = await get(href)
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('<b>"q"')
    expect((await get(href.replace('/blob/', '/raw/'))).text).toBe('odd\n')
  })

  it.each(['../x', 'a/../../b', 'src/%2e%2e/x', 'src//x', '%00', 'src/%ff'])(
    'a path that leads elsewhere is refused: %s',
    async (path) => {
      const answer = await get(`/ada/anvil/blob/main/${path}`)
      expect([400, 404]).toContain(answer.status)
    },
  )

  it('files are found by a part of their path, without a script', async () => {
    const text = textOf(await get('/ada/anvil/find/main?q=STRIKE'))
    expect(text).toContain('src/strike.ts')
    expect(text).not.toContain('LICENSE')
    expect((await get('/ada/anvil/find/feature/tongs?paths=all')).body).toContain('src/tongs.ts')
  })
})

describe('raw files and archives', () => {
  it('are sent so that nothing runs, and not sent again to whoever has them', async () => {
    const raw = await get('/ada/anvil/raw/main/src/strike.ts')
    expect(raw.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(raw.headers.get('content-security-policy')).toContain('sandbox')
    expect(raw.headers.get('x-content-type-options')).toBe('nosniff')
    const etag = raw.headers.get('etag') ?? ''
    const headers = { 'if-none-match': etag }
    const again = await stithy.client().get('/ada/anvil/raw/main/src/strike.ts', { headers })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it.each(['zip', 'tar.gz'])('all files as .%s', async (format) => {
    const archive = await get(`/ada/anvil/archive/feature/tongs.${format}`)
    expect(archive.status).toBe(200)
    expect(archive.headers.get('content-disposition')).toContain(`anvil-feature-tongs.${format}`)
  })
})

const everywhere = [
  '',
  '/tree/main',
  '/blob/main/README.md',
  '/raw/main/README.md',
  '/archive/main.zip',
  '/blame/main/README.md',
  '/commits/main',
  '/commit/main',
  '/compare',
  '/compare/main...main',
  '/branches',
  '/tags',
  '/find/main',
  '/find/main?paths=all',
]

describe('who may not see a repository', () => {
  it.each(everywhere)('gets the same answer as for one that is missing: %s', async (path) => {
    for (const options of [{}, { cookie: eve.cookie }]) {
      const [hidden, missing] = await Promise.all([
        get(`/ada/plans${path}`, options),
        get(`/ada/nixxx${path}`, options),
      ])
      expect([hidden.status, hidden.text]).toEqual([404, missing.text.replaceAll('nixxx', 'plans')])
      expect(hidden.text).not.toContain('Not for everybody')
    }
    expect((await get(`/ada/plans${path}`, { cookie: ada.cookie })).status).toBe(200)
  })

  it.each(everywhere)('nor does a token without the scope: %s', async (path) => {
    const client = stithy.client().as(ada.access)
    const blind = await newToken(client, ['issues:write'])
    const seeing = await newToken(client, ['repo:read'])
    expect((await get(`/ada/anvil${path}`, { token: blind })).status).toBe(403)
    expect((await get(`/ada/plans${path}`, { token: seeing })).status).toBe(200)
  })

  it.each(['/', '/ada', '/search?q=plans'])('finds it in no list: %s', async (path) => {
    for (const options of [{}, { cookie: eve.cookie }])
      expect((await get(path, options)).text).not.toContain('/ada/plans')
    const blind = await newToken(stithy.client().as(ada.access), ['issues:write'])
    expect((await get(path, { token: blind })).status).toBe(403)
  })
})

describe('lists', () => {
  it('of a stranger, of a profile and of a search hold what is public', async () => {
    for (const path of ['/', '/?q=ANV', '/ada', '/search?q=iron']) {
      expect((await get(path)).text, path).toContain('href="/ada/anvil"')
    }
    expect((await get('/?q=nothing-like-it')).text).not.toContain('href="/ada/anvil"')
  })

  it('of their owner hold the private ones too', async () => {
    for (const path of ['/dashboard', '/ada', '/search?q=plans']) {
      expect((await get(path, { cookie: ada.cookie })).text, path).toContain('href="/ada/plans"')
    }
  })
})

describe('a repository is made by a form', () => {
  it('private unless said otherwise', async () => {
    const fields = { owner: 'ada', slug: 'by-form', description: 'Made', visibility: 'private', default_branch: 'main' }
    const made = await stithy.client().send('POST', '/new', { cookie: ada.cookie, fields })
    expect([made.status, made.headers.get('location')]).toEqual([303, '/ada/by-form'])
    expect((await get('/ada/by-form')).status).toBe(404)
    const open = { ...fields, slug: 'by-form-2', visibility: 'public' }
    await stithy.client().send('POST', '/new', { cookie: ada.cookie, fields: open })
    expect((await get('/ada/by-form-2')).status).toBe(200)
  })

  it.each([
    [{ slug: 'anvil' }, 409, 'exists already'],
    [{ slug: '../x' }, 422, 'Use 1 to 100 letters'],
    [{ slug: 'ok', default_branch: '-x' }, 422, 'not a name for a branch'],
    [{ slug: 'ok', owner: 'eve' }, 422, 'not a name under which'],
  ])('and comes back with what is wrong: %j', async (fields, status, words) => {
    const answer = await stithy.client().send('POST', '/new', { cookie: ada.cookie, fields })
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(words)
  })
})

describe('stars', () => {
  it('are found again on the dashboard, as long as they may be seen', async () => {
    const api = stithy.client('B').as(ada.access)
    await api.post('user/repos', { slug: 'shining', is_public: true })
    const own = stithy.client('B').as(eve.access)
    const list = async () => (await stithy.client().get('/dashboard?repositories=starred', { cookie: eve.cookie })).text
    expect(await list()).toContain('You have starred nothing yet')
    for (const slug of ['anvil', 'shining']) expect((await own.send('PUT', `repos/ada/${slug}/star`)).status).toBe(204)
    const names = async () => (await own.get('user/starred')).body.items.map(({ slug }: { slug: string }) => slug)
    expect((await names()).toSorted()).toEqual(['anvil', 'shining'])
    expect(await list()).toContain('href="/ada/shining"')
    await api.send('PATCH', 'repos/ada/shining', { body: { is_public: false } })
    expect(await names()).toEqual(['anvil'])
    expect(await list()).not.toContain('href="/ada/shining"')
    await own.send('DELETE', 'repos/ada/anvil/star')
    expect(await names()).toEqual([])
  })

  it('are given and taken back by whoever is signed in', async () => {
    const send = (act: string, cookie?: string) =>
      stithy.client().send('POST', `/ada/anvil/${act}`, { fields: {}, ...(cookie === undefined ? {} : { cookie }) })
    await send('star', eve.cookie)
    expect(textOf(await get('/ada/anvil', { cookie: eve.cookie }))).toContain('Starred 1')
    await send('unstar', eve.cookie)
    expect(textOf(await get('/ada/anvil', { cookie: eve.cookie }))).toContain('Star 0')
    expect((await send('star')).headers.get('location')).toBe('/login?redirect_to=%2Fada%2Fanvil')
  })

  it('are not for what one may not see', async () => {
    const answer = await stithy.client().send('POST', '/ada/plans/star', { cookie: eve.cookie, fields: {} })
    expect(answer.status).toBe(404)
  })
})

describe('a text that is not UTF-8', () => {
  it('is shown as it was written, in files, in blames and in changes beside others', async () => {
    const client = stithy.client('B').as(ada.access)
    await client.post('user/repos', { slug: 'alt', is_public: true, auto_init: true })
    const put = (path: string, data: Buffer, sha?: string) => {
      const body = { content: data.toString('base64'), message: `Write ${path}`, branch: 'main', sha }
      return client.send('PUT', `repos/ada/alt/contents/${path}`, { body })
    }
    const western = (text: string): Buffer => Buffer.from(text.replaceAll('€', '\x80'), 'latin1')
    await put('new.txt', Buffer.from('Größe → hier\n'))
    const first = await put('preis.py', western('# Größe: 5 €\nx = 1\n'))
    const next = await put('preis.py', western('# Größe: 6 €\nx = 1\n'), first.body.content.sha)
    expect(next.status, next.text).toBe(200)
    for (const page of ['blob', 'blame'])
      expect(textOf(await get(`/ada/alt/${page}/main/preis.py`))).toContain('Größe: 6 €')
    expect(textOf(await get('/ada/alt/blob/main/preis.py'))).toContain('Windows-1252')
    expect(textOf(await get('/ada/alt/blob/main/new.txt'))).not.toContain('Windows-1252')
    const changes = await get('/ada/alt/commit/main')
    expect(textOf(changes)).toContain('Größe')
    expect(changes.text).not.toContain('\uFFFD')
    const wide = Buffer.from('\ufeffGröße: 7 €\r\nzweite\r\n', 'utf16le')
    await put('wide.txt', wide)
    await put('wide-be.txt', Buffer.from(wide).swap16())
    for (const name of ['wide.txt', 'wide-be.txt']) {
      const page = await get(`/ada/alt/blob/main/${name}`)
      expect(textOf(page)).toContain('2 lines · UTF-16')
      expect(page.text).toContain('<code>Größe: 7 €</code>')
      // Git ends its lines elsewhere.
      expect(page.text).not.toContain('href="/ada/alt/blame/')
      expect((await get(`/ada/alt/blame/main/${name}`)).headers.get('location')).toBe(`/ada/alt/blob/main/${name}`)
    }
    for (const other of [Buffer.from([0xff, 0xfe, 0, 0, 1, 0]), Buffer.from([0xff, 0xfe, 0, 0xd8, 65, 0])]) {
      await put('other.bin', other, (await client.get('repos/ada/alt/contents/other.bin')).body.sha)
      expect(textOf(await get('/ada/alt/blob/main/other.bin'))).toContain('This file is not text')
    }
    // As it is, for whoever takes it away.
    const raw = await fetch(`${stithy.url}/ada/alt/raw/main/preis.py`)
    expect(Buffer.from(await raw.arrayBuffer())).toEqual(western('# Größe: 6 €\nx = 1\n'))
  })
})

describe('other names', () => {
  it('the address that git uses leads to the page', async () => {
    expect((await get('/ada/anvil.git')).headers.get('location')).toBe('/ada/anvil')
    expect((await get('/ada/plans.git')).status).toBe(404)
  })

  it('a slash behind the name leads to the page without, and nowhere else', async () => {
    expect((await get('/ada/anvil/')).headers.get('location')).toBe('/ada/anvil')
    expect((await get('/ada/')).headers.get('location')).toBe('/ada')
    for (const path of ['//elsewhere.invalid/', '//elsewhere.invalid/x/', '/%5Celsewhere.invalid/', '/.%2Fx/']) {
      const answer = await sendRaw(stithy.client(), { method: 'GET', target: path })
      expect([answer.status, answer.headers.get('location')], path).toEqual([404, null])
    }
  })

  it('a name with a NUL in it is not the name without', async () => {
    for (const path of ['/ad%00a', '/ad%00a/anvil', '/ada/anvi%00l', '/ada/anvil/blob/main/LICEN%00SE']) {
      expect((await get(path)).status, path).toBe(404)
    }
  })

  it('an old name leads on, the rest of the address kept, for those who may see it', async () => {
    const client = stithy.client('B').as(ada.access)
    await client.post('user/repos', { slug: 'before', is_public: true })
    await client.send('PATCH', 'repos/ada/before', { body: { slug: 'after' } })
    const moved = await get('/ada/before/blob/main/a%20b/c?source=1')
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/ada/after/blob/main/a%20b/c?source=1'])
    await client.send('PATCH', 'repos/ada/after', { body: { is_public: false } })
    expect((await get('/ada/before')).status).toBe(404)
  })
})
