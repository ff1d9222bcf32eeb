// Commits, branches, comparisons and blame in pages, as any program that speaks HTTP sees them.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestOptions } from '../support/client.ts'
import { furnishCode } from '../support/furnish-code.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { textOf } from '../support/pages.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo } from '../support/pulls.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  await furnishCode(stithy, ada)
})
afterAll(() => stithy.stop())

const get = (path: string, options: RequestOptions = {}) => stithy.client().get(path, options)

const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
const decoded = (html: string) => html.replaceAll(/&(?:lt|gt|quot|amp);/g, (sign) => signs[sign as keyof typeof signs])

describe('history', () => {
  it('is listed by day, and by file', async () => {
    const all = textOf(await get('/ada/anvil/commits/main'))
    for (const title of ['Begin', 'Write down how to quench', 'Keep odd things', 'Strike hotter']) {
      expect(all).toContain(title)
    }
    const file = textOf(await get('/ada/anvil/commits/main/src/strike.ts'))
    expect(file).toContain('Strike hotter')
    expect(file).not.toContain('Keep odd things')
  })

  it('leads to what messages refer to, as far as the reader may see it', async () => {
    const client = stithy.client('B').as(ada.access)
    await newRepo(stithy, ada, 'linked', { is_public: true })
    await newRepo(stithy, ada, 'secret')
    await client.post('repos/ada/linked/issues', { title: 'Cold' })
    await client.post('repos/ada/secret/issues', { title: 'Hidden' })
    const folder = await newFolder()
    await git(folder, 'init', '-q', '-b', 'main')
    const message = 'Heat <b>it</b> (#1)\n\nAfter #7 and ada/secret#1, by @ada.\nSee #1.'
    await git(folder, 'commit', '-q', '--allow-empty', '-m', message)
    await git(folder, 'push', '-q', addressOf(stithy, await newToken(client, ['repo:write']), 'ada/linked'), 'main')
    const issue = '<a class="reference" href="/ada/linked/issues/1">#1</a>'
    const commit = await get('/ada/linked/commit/main')
    expect(commit.text).toContain(`<h1>Heat &lt;b>it&lt;/b> (${issue})</h1>`)
    expect(commit.text).toContain(`After #7 and ada/secret#1, by @ada.\nSee ${issue}.</pre>`)
    const seen = await get('/ada/linked/commit/main', { cookie: ada.cookie })
    expect(seen.text).toContain('href="/ada/secret/issues/1"')
    for (const path of ['/commits/main', '/commits/main?view=graph', '']) {
      expect((await get(`/ada/linked${path}`)).text).toContain(`Heat &lt;b>it&lt;/b> (</a>${issue})`)
    }
  })

  it('is of the days when commits were committed; when they were written stands on their pages', async () => {
    const client = stithy.client('B').as(ada.access)
    await newRepo(stithy, ada, 'rebased', { is_public: true })
    const folder = await newFolder()
    await git(folder, 'init', '-q', '-b', 'main')
    await git(folder, 'commit', '-q', '--allow-empty', '-m', 'Late', '--date=2001-02-03T00:00:00Z')
    await git(folder, 'push', '-q', addressOf(stithy, await newToken(client, ['repo:write']), 'ada/rebased'), 'main')
    const committed = new Date(await git(folder, 'log', '-1', '--format=%cI')).toISOString()
    const list = await get('/ada/rebased/commits/main')
    expect([list.text.includes(committed), list.text.includes('2001')]).toEqual([true, false])
    const page = await get('/ada/rebased/commit/main')
    expect([page.text.includes(committed), page.text.includes('2001-02-03')]).toEqual([true, true])
  })

  it('goes on under the name that a file or its folder had before', async () => {
    const client = stithy.client('B').as(ada.access)
    await newRepo(stithy, ada, 'moved', { is_public: true })
    const folder = await newFolder()
    await git(folder, 'init', '-q', '-b', 'main')
    await mkdir(join(folder, 'lib'))
    await writeFile(join(folder, 'lib/old name.txt'), 'one\ntwo\nthree\n')
    await git(folder, 'add', '-A')
    await git(folder, 'commit', '-qm', 'Forge it')
    await git(folder, 'mv', 'lib/old name.txt', 'lib/new.txt')
    await git(folder, 'commit', '-qm', 'Name it')
    await git(folder, 'mv', 'lib', 'src')
    await git(folder, 'commit', '-qm', 'Put it away')
    await git(folder, 'push', '-q', addressOf(stithy, await newToken(client, ['repo:write']), 'ada/moved'), 'main')
    const [, second, first] = (await git(folder, 'log', '--format=%H')).split('\n')
    const before = async (path: string) => {
      const page = await get(path)
      return / href="([^"]+)">what came before</.exec(page.text)?.[1]
    }
    const inLib = `/ada/moved/commits/${second}/lib/new.txt`
    const atFirst = `/ada/moved/commits/${first}/lib/old%20name.txt`
    expect(await before('/ada/moved/commits/main/src/new.txt')).toBe(inLib)
    expect(await before('/ada/moved/commits/main/src')).toBe(`/ada/moved/commits/${second}/lib`)
    expect(await before(inLib)).toBe(atFirst)
    expect(await before(atFirst)).toBeUndefined()
    expect(await before('/ada/moved/commits/main')).toBeUndefined()
    expect(await before('/ada/moved/commits/main/src/new.txt?q=away')).toBeUndefined()
  })

  it('of a path that is gone is still there', async () => {
    expect((await get('/ada/anvil/commits/main/never-was')).status).toBe(200)
    expect((await get('/ada/anvil/commits/nothing')).status).toBe(404)
  })

  it('a page beyond the last one says so, and leads back', async () => {
    const page = await get('/ada/anvil/commits/main?page=99')
    expect(page.status).toBe(200)
    expect(textOf(page)).toContain('There is no page 99 of these commits.')
    expect(page.text).toContain('href="/ada/anvil/commits/main" class="button')
    expect(page.text).not.toContain('Page 99 of')
  })

  it('a commit shows what it changed, both ways', async () => {
    for (const query of ['', '?view=split']) {
      const page = await get(`/ada/anvil/commit/main${query}`)
      const text = textOf(page)
      expect(text).toContain('1 file changed +2 &minus;2')
      // One letter that takes two bytes in memory would make it two for all of them.
      expect(page.text).not.toMatch(/[^\0-\xff]/)
      // Colours and marks stand between the words.
      expect(text.replaceAll(' ', '')).toContain('iron.heat&lt;1100)')
      expect(text.replaceAll(' ', '')).toContain('iron.heat&lt;1200)')
      expect(page.text).toContain('data-line="7"')
      expect(page.text).toContain('id="file-1"')
    }
  })

  it('the first commit says that it is the first, and one that is missing is not found', async () => {
    expect(textOf(await get('/ada/anvil/commit/v0.1'))).toContain('this is the first commit')
    expect((await get('/ada/anvil/commit/0123456')).status).toBe(404)
  })

  it('of a file whose lines are too long for a page it says so, and does not blame the page', async () => {
    const repo = await newRepo(stithy, ada, 'wide', { is_public: true, auto_init: true })
    const client = stithy.client('B').as(ada.access)
    const files = { 'a-small.txt': 'small\n', 'b-wide.js': `${'wide '.repeat(70_000)}\n`, 'c-small.txt': 'small\n' }
    const sha = await commitTo(client, repo, 'main', files)
    const text = textOf(await get(`/ada/wide/commit/${sha}`))
    expect(text).toContain('Not loaded, because its lines are very long: 1 line.')
    expect(text).not.toContain('this page is large already')
  })

  it('branches are compared, and the form leads to the same address', async () => {
    const text = textOf(await get('/ada/anvil/compare/main...feature/tongs'))
    expect(text).toContain('1 ahead of and 2 behind')
    expect(text).toContain('Add tongs')
    const form = await get('/ada/anvil/compare?base=main&head=feature%2Ftongs')
    expect(form.headers.get('location')).toBe('/ada/anvil/compare/main...feature/tongs')
    expect((await get('/ada/anvil/compare/main...nothing')).status).toBe(404)
  })

  it('branches are compared as they are where the address has two dots', async () => {
    const apart = await get('/ada/anvil/compare/main...feature/tongs')
    expect(apart.text).toContain('href="/ada/anvil/compare/main..feature/tongs"')
    const filesIn = ({ text }: { text: string }): number => [...text.matchAll(/id="file-\d+"/g)].length
    const direct = await get('/ada/anvil/compare/main..feature/tongs')
    expect([direct.status, textOf(direct).includes('where the two differ as they are')]).toEqual([200, true])
    expect(filesIn(direct)).toBeGreaterThan(filesIn(apart))
    for (const to of ['main...feature/tongs', 'feature/tongs..main', 'main..feature/tongs.diff']) {
      expect(direct.text).toContain(`href="/ada/anvil/compare/${to}"`)
    }
    const diff = await get('/ada/anvil/compare/main..feature/tongs.diff')
    expect([...diff.text.matchAll(/^diff --git/gm)]).toHaveLength(filesIn(direct))
    const form = await get('/ada/anvil/compare?base=main&head=feature%2Ftongs&direct=1')
    expect(form.headers.get('location')).toBe('/ada/anvil/compare/main..feature/tongs')
    expect(textOf(await get('/ada/anvil/compare/main..main'))).toContain('are the same commit')
    // The newer one has all of the older, so there is something to see this way only.
    expect((await get('/ada/anvil/compare/main..v0.1')).text).toContain('id="file-1"')
    const wrong = await get('/ada/anvil/compare/main..nothing')
    expect([wrong.status, wrong.text.includes('name="direct"')]).toEqual([404, true])
  })

  it('says which commit each line came with', async () => {
    const text = textOf(await get('/ada/anvil/blame/main/src/strike.ts'))
    expect(text).toContain('Strike hotter')
    expect(text).toContain('Begin')
    expect((await get('/ada/anvil/blame/main/bin/tool.bin')).status).toBe(303)
  })

  it('says so at each of its places, whatever commits, people and files are called', async () => {
    const client = stithy.client('B').as(ada.access)
    await client.post('user/repos', { slug: 'said', is_public: true })
    const folder = await newFolder()
    await git(folder, 'init', '-q', '-b', 'main')
    const [first, second] = [`a & 'b' <b>.txt`, 'now.txt']
    const attack = `"><b class=injected>'&amp;`
    const name = `Ada" onclick="alert(1)" &lt;b&gt; &c`
    await writeFile(join(folder, first), 'one\ntwo\nthree\nfour\nfive\nsix, which stays as it was\n')
    await git(folder, 'add', '-A')
    await git(folder, 'commit', '-qm', 'Begin')
    await git(folder, 'mv', first, second)
    await writeFile(join(folder, second), 'one\n<b >\nthree\nfour\n5\nsix, which stays as it was\n')
    await git(folder, 'commit', '-qam', attack, `--author=${name} <ada@example.org>`)
    const [now, before] = [await git(folder, 'rev-parse', 'HEAD'), await git(folder, 'rev-parse', 'HEAD~')]
    await git(folder, 'push', '-q', addressOf(stithy, await newToken(client, ['repo:write']), 'ada/said'), 'main')
    const page = await get('/ada/said/blame/main/now.txt')
    const rows = page.text.match(/<tr id="L[\s\S]*?<\/code>/g) ?? []
    const written = ['Begin', attack, 'Begin', '', attack, 'Begin']
    expect(rows.map((row) => decoded(/class="quiet-link blame-title"[^>]*>([^<]*)</.exec(row)?.[1] ?? ''))).toEqual(
      written,
    )
    expect(page.text).not.toMatch(/<b |onclick="/)
    for (const [at, line] of [
      [1, 2],
      [4, 5],
    ] as const) {
      const said = [...(rows[at] ?? '').matchAll(/ (?:title|aria-label)="([^"]*)"/g)].map(([, words]) =>
        decoded(words ?? ''),
      )
      const when = /title="([^"]* UTC)"/.exec(rows[at] ?? '')?.[1]
      const change = [`Before ${now.slice(0, 8)}`, 'As it was before this change']
      expect(said).toEqual([`${now.slice(0, 8)} ${attack}`, name, when, name, ...change, `Line ${line}`])
      expect(rows[at]).toContain('aria-hidden="true">A&amp;</span>')
      expect(rows[at]).toContain(`href="/ada/said/blame/${before}/a%20%26%20'b'%20%3Cb%3E.txt#L${line}"`)
    }
  })

  it('colours lines between the oldest and the newest of the file, however long ago, and says so', async () => {
    const client = stithy.client('B').as(ada.access)
    await client.post('user/repos', { slug: 'dated', is_public: true })
    const folder = await newFolder()
    await git(folder, 'init', '-q', '-b', 'main')
    const years = [2001, 2002, 2009]
    for (const [at, year] of years.entries()) {
      const lines = years.slice(0, at + 1).map((one) => `of ${one}\n`)
      await writeFile(join(folder, 'year.txt'), lines.join(''))
      await git(folder, 'add', '-A')
      await git(folder, 'commit', '-qm', `Year ${year}`, `--date=${year}-01-01T00:00:00Z`)
    }
    await git(folder, 'push', '-q', addressOf(stithy, await newToken(client, ['repo:write']), 'ada/dated'), 'main')
    const page = await get('/ada/dated/blame/main/year.txt')
    const ages = [...page.text.matchAll(/class="blame-commit"[^>]* data-age="(\d)"/g)].map(([, age]) => age)
    expect(ages).toEqual(['7', '6', '0'])
    expect(page.text).toMatch(/Older, <time datetime="2001-01-01[\s\S]*Newer, <time datetime="2009-01-01/)
  })

  it('branches and tags are listed', async () => {
    expect(textOf(await get('/ada/anvil/branches'))).toContain('1 ahead, 2 behind')
    expect(textOf(await get('/ada/anvil/tags'))).toContain('The first that holds')
  })

  it('tags are listed and offered by their versions, and have the date of what they name', async () => {
    const client = stithy.client('B').as(ada.access)
    await client.post('user/repos', { slug: 'versions', is_public: true })
    const folder = await newFolder()
    await git(folder, 'init', '-q', '-b', 'main')
    await git(folder, 'commit', '-q', '--allow-empty', '-m', 'Begin')
    const names = ['v1.1', 'v1.2', 'v1.9', 'v1.10', 'v1.11']
    for (const name of names) await git(folder, 'tag', name)
    const token = await newToken(client, ['repo:write'])
    await git(folder, 'push', '-q', addressOf(stithy, token, 'ada/versions'), 'main', '--tags')
    const list = await get('/ada/versions/tags')
    expect([...list.text.matchAll(/class="row-link"[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual(
      names.toReversed(),
    )
    const date = new Date(await git(folder, 'log', '-1', '--format=%cI')).toISOString()
    expect(list.text.match(/<time datetime="[^"]*"/g)).toEqual(names.map(() => `<time datetime="${date}"`))
    const menu = (await get('/ada/versions')).text
    const offered = [...menu.matchAll(/tree\/refs\/tags\/([^"/]*)"/g)].map(([, name]) => name)
    expect(offered).toEqual(names.toReversed())
    const found = await get('/ada/versions/tags?q=V1.1')
    expect([...found.text.matchAll(/class="row-link"[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual([
      'v1.11',
      'v1.10',
      'v1.1',
    ])
  })
})
