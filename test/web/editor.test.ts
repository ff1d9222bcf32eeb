// Files written through pages, as a browser sends them.
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { base64, grant, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const mebibyte = 1024 * 1024

let stithy: TestStithy
let ada: Person
let eve: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
  await newRepo(stithy, ada, 'book', { is_public: true })
  await put('plain.txt', 'one\ntwo\n')
})
afterAll(() => stithy.stop())

const get = (path: string, person = ada) => stithy.client().get(path, { cookie: person.cookie })
const post = (path: string, fields: Readonly<Record<string, string>>, person = ada) =>
  stithy.client().send('POST', path, { cookie: person.cookie, fields })
const raw = async (path: string, branch = 'main') => (await get(`/ada/book/raw/${branch}/${path}`)).text

async function put(path: string, content: string | Buffer, sha?: string): Promise<string> {
  const text = typeof content === 'string' ? base64(content) : content.toString('base64')
  const answer = await stithy
    .client('B')
    .as(ada.access)
    .send('PUT', `repos/ada/book/contents/${path}`, {
      body: { content: text, message: `write ${path}`, ...(sha === undefined ? {} : { sha }) },
    })
  if (answer.status > 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body.content.sha
}

/** The hidden fields of a form, as the browser would send them back. */
function hidden({ text }: Answer): Record<string, string> {
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value(?:="([^"]*)")?/g)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
}

async function edit(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
  const form = await get(`/ada/book/edit/main/${path}`)
  return post(`/ada/book/edit/main/${path}`, { ...hidden(form), path, target: 'same', ...fields })
}

describe('editing', () => {
  it('commits what was typed with the message, as LF', async () => {
    await put('letter.txt', 'Dear\nAda\n')
    const answer = await edit('letter.txt', { content: 'Dear\r\nBert\r\n', message: 'Write to Bert\r\n\r\nTwice.' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ada/book/blob/main/letter.txt'])
    expect(await raw('letter.txt')).toBe('Dear\nBert\n')
    const { items } = (await stithy.client('B').get('repos/ada/book/commits?limit=1')).body
    expect(items[0].message.trim()).toBe('Write to Bert\n\nTwice.')
  })

  it('keeps CRLF where the file has it, and line breaks at its beginning', async () => {
    await put('dos.txt', 'a\r\nb\r\n')
    await edit('dos.txt', { content: 'a\r\nc\r\n' })
    expect(await raw('dos.txt')).toBe('a\r\nc\r\n')
    await put('airy.txt', '\n\nlow\n')
    expect((await get('/ada/book/edit/main/airy.txt')).text).toContain('>\n\n\nlow\n</textarea>')
  })

  it('says so where lines end in different ways', async () => {
    await put('mixed.txt', 'a\r\nb\nc\n')
    expect((await get('/ada/book/edit/main/mixed.txt')).text).toContain('end in different ways')
  })

  it('goes to a new branch where that is chosen, and leaves the old one alone', async () => {
    const fields = { content: 'three\r\n', target: 'new', new_branch: 'draft/x' }
    const answer = await edit('plain.txt', fields)
    expect(answer.headers.get('location')).toBe('/ada/book/blob/draft/x/plain.txt')
    const flash = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0])
    const led = await stithy
      .client()
      .get('/ada/book/blob/draft/x/plain.txt', { cookie: [ada.cookie, ...flash].join('; ') })
    expect(led.text).toContain('href="/ada/book/pulls/new?target=main&amp;source=draft%2Fx">Open a pull request</a>')
    expect([await raw('plain.txt'), await raw('plain.txt', 'draft/x')]).toEqual(['one\ntwo\n', 'three\n'])
    const again = await edit('plain.txt', fields)
    expect([again.status, again.text.includes('draft/x exists already.')]).toEqual([409, true])
    expect((await edit('plain.txt', { ...fields, new_branch: '' })).status).toBe(422)
    expect((await edit('plain.txt', { ...fields, new_branch: 'a..b' })).status).toBe(422)
  })

  it('moves the file where another path is typed, but not over another', async () => {
    await put('here.txt', 'x\n')
    const answer = await edit('here.txt', { path: 'there/now.txt', content: 'y\r\n' })
    expect(answer.headers.get('location')).toBe('/ada/book/blob/main/there/now.txt')
    expect((await get('/ada/book/raw/main/here.txt')).status).toBe(404)
    const over = await edit('there/now.txt', { path: 'plain.txt', content: 'lost?' })
    expect(over.status).toBe(409)
    expect(over.text).toContain('lost?')
    expect(over.text).toContain('At plain.txt there is a file.')
    expect((await edit('plain.txt', { path: '.git/config', content: 'x' })).status).toBe(422)
  })

  it('a file that somebody else has changed is a conflict that keeps what was typed, and can be overcome', async () => {
    const sha = await put('fought.txt', 'first\n')
    const form = hidden(await get('/ada/book/edit/main/fought.txt'))
    await put('fought.txt', 'theirs\n', sha)
    const fields = { ...form, path: 'fought.txt', target: 'same', content: 'mine &amp;\r\n', message: 'Mine' }
    const answer = await post('/ada/book/edit/main/fought.txt', fields)
    expect(answer.status).toBe(409)
    for (const part of ['Conflict.', 'mine &amp;amp;', 'theirs\n', 'Mine']) expect(answer.text).toContain(part)
    expect(await raw('fought.txt')).toBe('theirs\n')
    await post('/ada/book/edit/main/fought.txt', { ...fields, ...hidden(answer) })
    expect(await raw('fought.txt')).toBe('mine &amp;\n')
  })

  it('a file that is gone is a conflict too', async () => {
    const sha = await put('gone.txt', 'x\n')
    await stithy
      .client('B')
      .as(ada.access)
      .send('DELETE', 'repos/ada/book/contents/gone.txt', { body: { sha, message: 'x' } })
    const fields = { sha, path: 'gone.txt', content: 'kept text', target: 'same' }
    const answer = await post('/ada/book/edit/main/gone.txt', fields)
    expect([answer.status, answer.text.includes('kept text')]).toEqual([409, true])
    await post('/ada/book/edit/main/gone.txt', { ...fields, ...hidden(answer) })
    expect(await raw('gone.txt')).toBe('kept text')
  })

  it('shows what a commit would change, and how a document will look, before anything is written', async () => {
    await put('guide.md', '# Iron\n\ncold\n')
    const page = await edit('guide.md', {
      content: '# Iron\r\n\r\n*hot* <i onclick=x>\r\n',
      preview: '1',
      message: 'Kept',
    })
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/diff-remove[^]*cold[^]*diff-add[^]*\*hot\* &lt;i onclick/)
    expect(page.text).toMatch(/Rendered preview[^]*<em>hot<\/em>/)
    expect(page.text).toContain('>Kept</textarea>')
    expect(page.text).not.toContain('<i onclick')
    expect(await raw('guide.md')).toBe('# Iron\n\ncold\n')
    expect((await edit('guide.md', { content: '# Iron\r\n\r\ncold\r\n', preview: '1' })).text).toContain('No changes.')
    const made = await post('/ada/book/new/main', { path: 'new.txt', content: 'first\r\n', preview: '1' })
    expect(made.text).toMatch(/diff-add[^]*first/)
    expect((await post('/ada/book/edit/main/guide.md', { content: 'x', preview: '1' }, eve)).status).toBe(403)
    // Nothing that was only looked at stays behind.
    expect((await get('/ada/book/raw/main/new.txt')).status).toBe(404)
  })

  it('nothing new is nothing to commit', async () => {
    const answer = await edit('plain.txt', { content: 'one\r\ntwo\r\n' })
    expect([answer.status, answer.text.includes('nothing to commit')]).toEqual([422, true])
  })

  it('takes almost all that a form can hold, and paths that nobody should use', async () => {
    await put('long.txt', 'x')
    expect((await edit('long.txt', { content: 'y'.repeat(900_000) })).status).toBe(303)
    expect((await get('/ada/book/edit/main/long.txt')).text).toContain('y'.repeat(900_000))
    const odd = `odd/<b>"q" & 's' #1?.txt`
    const url = `/ada/book/new/main`
    const made = await post(url, { path: odd, content: 'odd' })
    const address = made.headers.get('location')?.replace('/blob/', '/edit/') ?? ''
    const form = await get(address)
    expect(form.text).toContain('value="odd/&lt;b>&quot;q&quot; &amp; \'s\' #1?.txt"')
    const saved = await post(address, { ...hidden(form), path: odd, target: 'same', content: 'even' })
    expect((await get(saved.headers.get('location')?.replace('/blob/', '/raw/') ?? '')).text).toBe('even')
  })

  it('a link is not written through', async () => {
    const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
    const folder = await newFolder()
    await git(folder, 'clone', '-q', addressOf(stithy, token, 'ada/book'), 'book')
    await symlink('plain.txt', join(folder, 'book/link.txt'))
    await writeFile(join(folder, 'book/huge.txt'), Buffer.alloc(5 * mebibyte + 1, 'a\n'))
    await writeFile(join(folder, 'book/airy.txt'), Buffer.alloc(5 * mebibyte, '\n'))
    await git(join(folder, 'book'), 'add', '.')
    await git(join(folder, 'book'), 'commit', '-qm', 'link')
    await git(join(folder, 'book'), 'push', '-q', 'origin', 'main')
    for (const page of ['edit', 'delete']) {
      const answer = await get(`/ada/book/${page}/main/link.txt`)
      expect([answer.status, answer.text.includes('symbolic link')]).toEqual([422, true])
    }
    const sha = 'a'.repeat(40)
    const fields = { sha, path: 'link.txt', content: 'through', target: 'same' }
    expect((await post('/ada/book/edit/main/link.txt', fields)).status).toBe(409)
    expect(await raw('plain.txt')).toBe('one\ntwo\n')
  })

  it('what is no text, or too much of it, or no branch, is said and not damaged', async () => {
    await put('tool.bin', Buffer.from([1, 0, 2]))
    await put('latin1.txt', Buffer.from([0x61, 0xe9, 0x0a]))
    for (const [path, text] of [
      ['main/tool.bin', 'This file is not UTF-8 text'],
      ['main/latin1.txt', 'This file is not UTF-8 text'],
      ['main/huge.txt', 'Too large for the editor'],
    ] as const) {
      const answer = await get(`/ada/book/edit/${path}`)
      expect([answer.status, answer.text.includes(text), answer.text.includes('<textarea')]).toEqual([422, true, false])
    }
    const { items } = (await stithy.client('B').get('repos/ada/book/commits?limit=1')).body
    const old = await get(`/ada/book/edit/${items[0].sha}/plain.txt`)
    expect([old.status, old.text.includes('Only branches can be edited')]).toEqual([422, true])
    expect((await get('/ada/book/edit/main/no-such.txt')).status).toBe(404)
    expect((await get('/ada/book/edit/main')).status).toBe(404)
  })

  it('of five mebibytes comes and goes, and not a byte more', async () => {
    const text = `${'é'.repeat(1000)}\n${'a line\n'.repeat(750_000)}`.slice(0, 5 * mebibyte - 1000)
    expect(Buffer.byteLength(text)).toBe(5 * mebibyte)
    const send = async (content: string, name = 'five.txt') => {
      const form = hidden(await get(`/ada/book/edit/main/${name}`))
      const parts = new FormData()
      // As a browser does, whatever the file has.
      const fields = { ...form, path: name, target: 'same', content: content.replaceAll('\n', '\r\n') }
      for (const [field, value] of Object.entries(fields)) parts.append(field, value)
      return () => stithy.client().send('POST', `/ada/book/edit/main/${name}`, { cookie: ada.cookie, parts })
    }
    await put('five.txt', 'small')
    const over = await (await send(`${text}x`))()
    expect([over.status, over.text.includes('at most 5242880 bytes')]).toEqual([413, true])
    expect((await (await send(text))()).status).toBe(303)
    expect((await raw('five.txt')) === text).toBe(true)
    const form = await get('/ada/book/edit/main/airy.txt')
    expect([form.status, form.text.includes('5,242,880 lines')]).toEqual([200, true])
    expect((await (await send('\n'.repeat(5 * mebibyte - 1), 'airy.txt'))()).status).toBe(303)
    expect((await (await send('<'.repeat(2 * mebibyte), 'airy.txt'))()).status).toBe(303)
    expect((await get('/ada/book/edit/main/airy.txt')).text).toContain('Too large for the editor')
  })

  it('a protected branch comes back with the text and the reason', async () => {
    await newRepo(stithy, ada, 'closed')
    await grant(stithy, 'closed', eve, 'Developer')
    await post('/ada/closed/new/main', { path: 'a.txt', content: 'a' })
    await stithy.client('B').as(ada.access).post('repos/ada/closed/branch-protections', { pattern: 'main' })
    const page = await get('/ada/closed/edit/main/a.txt', eve)
    // What would be refused is not offered.
    expect(page.text).not.toContain('value="same"')
    expect(page.text).toContain('is protected: your change goes to a new branch')
    expect(page.text).toContain('value="eve-patch-1"')
    const own = await get('/ada/closed/edit/main/a.txt')
    expect([own.text.includes('value="same"'), own.text.includes('value="ada-patch-1"')]).toEqual([true, true])
    // The next one needs another name.
    for (const name of ['eve-patch-1', 'eve-patch-2', 'eve-patch-10']) {
      await stithy.client('B').as(ada.access).post('repos/ada/closed/branches', { name, from: 'main', ref: 'main' })
    }
    expect((await get('/ada/closed/edit/main/a.txt', eve)).text).toContain('value="eve-patch-3"')
    const form = hidden(page)
    const fields = { ...form, path: 'a.txt', content: 'typed by eve', target: 'same' }
    const answer = await post('/ada/closed/edit/main/a.txt', fields, eve)
    expect([answer.status, answer.text.includes('typed by eve')]).toEqual([403, true])
    expect(answer.text).toContain('main is protected: ')
    const branch = await post('/ada/closed/edit/main/a.txt', { ...fields, target: 'new', new_branch: 'mine' }, eve)
    expect([branch.status, branch.headers.get('location')]).toEqual([
      303,
      '/ada/closed/pulls/new?target=main&source=mine',
    ])
  })
})

describe('new files', () => {
  it('the first file of an empty repository makes its branch', async () => {
    await newRepo(stithy, ada, 'fresh', { default_branch: 'trunk' })
    expect((await get('/ada/fresh')).text).toContain('href="/ada/fresh/new/trunk"')
    const answer = await post('/ada/fresh/new/trunk', { path: 'README.md', content: '# Fresh\r\n' })
    expect(answer.headers.get('location')).toBe('/ada/fresh/blob/trunk/README.md')
    expect((await get('/ada/fresh/raw/trunk/README.md')).text).toBe('# Fresh\n')
  })

  it('begin in the folder that one came from', async () => {
    expect((await get('/ada/book/new/main/deep/down')).text).toContain('value="deep/down/"')
    const answer = await post('/ada/book/new/main/deep/down', { path: 'deep/down/a b.txt', content: 'x' })
    expect(answer.headers.get('location')).toBe('/ada/book/blob/main/deep/down/a%20b.txt')
  })

  it('never replace a file', async () => {
    const answer = await post('/ada/book/new/main', { path: 'plain.txt', content: 'other', sha: 'a'.repeat(40) })
    expect([answer.status, answer.text.includes('other')]).toEqual([409, true])
    expect(await raw('plain.txt')).toBe('one\ntwo\n')
  })
})

describe('deleting', () => {
  it('asks, and then takes the file away; a stale page takes nothing', async () => {
    const sha = await put('old.txt', 'old\n')
    const form = hidden(await get('/ada/book/delete/main/old.txt'))
    await put('old.txt', 'newer\n', sha)
    const stale = await post('/ada/book/delete/main/old.txt', { ...form, target: 'same' })
    expect([stale.status, stale.text.includes('Conflict.')]).toEqual([409, true])
    expect((await post('/ada/book/delete/main/old.txt', { target: 'same' })).status).toBe(422)
    const answer = await post('/ada/book/delete/main/old.txt', { ...hidden(stale), target: 'same' })
    expect(answer.headers.get('location')).toBe('/ada/book/tree/main')
    expect((await get('/ada/book/raw/main/old.txt')).status).toBe(404)
  })
})

describe('who may', () => {
  it.each(['edit/main/plain.txt', 'new/main', 'delete/main/plain.txt'])('%s: nobody who only reads', async (path) => {
    expect((await get(`/ada/book/${path}`, eve)).status).toBe(403)
    expect((await post(`/ada/book/${path}`, { path: 'x', content: 'x' }, eve)).status).toBe(403)
    expect((await stithy.client().get(`/ada/book/${path}`)).headers.get('location')).toContain('/login')
  })

  it('whoever only reads is told of the way by a fork, within the repository', async () => {
    const { text } = await get('/ada/book/edit/main/plain.txt', eve)
    expect(text).toContain('You can only read this repository')
    expect(text).toContain('href="/ada/book/fork-edit/main/plain.txt" class="button')
    expect(text).toContain('href="/ada/book/issues"')
    expect((await get('/ada/book/delete/main/plain.txt', eve)).text).toContain('href="/ada/book/fork" class="button')
  })

  it('whoever only reads edits in a fork, and opens a pull request with what is there today', async () => {
    const blob = await get('/ada/book/blob/main/plain.txt', eve)
    expect(blob.text).toContain('href="/ada/book/fork-edit/main/plain.txt"')
    expect((await stithy.client().get('/ada/book/blob/main/plain.txt')).text).not.toContain('fork-edit')
    expect((await get('/ada/book/fork-edit/main/plain.txt')).headers.get('location')).toBe(
      '/ada/book/edit/main/plain.txt',
    )
    expect((await get('/ada/book/fork-edit/main/plain.txt', eve)).text).toContain('Edit in my fork')
    const first = await post('/ada/book/fork-edit/main/plain.txt', {}, eve)
    const editor = '/eve/book/edit/eve-patch-1/plain.txt'
    expect(first.headers.get('location')).toBe(`${editor}?for=main`)
    // The fork is older than what it is about by now; what was begun and left is taken again.
    await post('/ada/book/new/main', { path: 'since.txt', content: 'x', target: 'same', line_end: 'lf' })
    const next = await post('/ada/book/fork-edit/main/since.txt', {}, eve)
    expect(next.headers.get('location')).toBe('/eve/book/edit/eve-patch-2/since.txt?for=main')
    expect((await post('/ada/book/fork-edit/main/since.txt', {}, eve)).headers.get('location')).toContain('patch-2')
    const form = await get(next.headers.get('location') ?? '', eve)
    expect(form.text).toContain('in your fork')
    const values = { ...hidden(form), path: 'since.txt', content: 'y', message: 'Better' }
    const wrong = await post('/eve/book/edit/eve-patch-2/since.txt', { ...values, path: '' }, eve)
    expect([wrong.status, wrong.text.includes('name="for" value="main"')]).toEqual([422, true])
    const done = await post('/eve/book/edit/eve-patch-2/since.txt', values, eve)
    expect(done.headers.get('location')).toBe('/ada/book/pulls/new?target=main&source=eve%3Aeve-patch-2')
    const pull = await get('/ada/book/pulls/new?target=main&source=eve:eve-patch-2', eve)
    expect(pull.text).toContain('value="Better"')
    expect(pull.text).toContain('1 file changed')
    expect((await post('/ada/book/fork-edit/nowhere/plain.txt', {}, eve)).status).toBe(404)
  })

  it('the buttons are there for those alone', async () => {
    const buttons = ['/ada/book/edit/main/plain.txt', '/ada/book/delete/main/plain.txt']
    const [own, other] = [await get('/ada/book/blob/main/plain.txt'), await get('/ada/book/blob/main/plain.txt', eve)]
    for (const href of buttons) {
      expect(own.text).toContain(`href="${href}"`)
      expect(other.text).not.toContain(`href="${href}"`)
    }
  })
})
