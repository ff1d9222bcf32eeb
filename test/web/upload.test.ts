// Files from somebody's machine, put into a folder by a form.
import { once } from 'node:events'
import { symlink, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let eve: Person

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
  await newRepo(stithy, ada, 'box', { is_public: true })
  const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  const folder = await newFolder()
  await git(folder, 'init', '-q', '-b', 'main')
  await writeFile(join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  await symlink('/etc', join(folder, 'out'))
  await symlink('run.sh', join(folder, 'link'))
  await git(folder, 'add', '.')
  await git(folder, 'commit', '-qm', 'begin')
  await git(folder, 'tag', 'v1')
  await git(folder, 'push', '-q', addressOf(stithy, token, 'ada/box'), 'main', 'v1')
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

type Content = string | Uint8Array<ArrayBuffer>

function send(to: string, files: Readonly<Record<string, Content>>, more: Record<string, string> = {}, who = ada) {
  const parts = new FormData()
  for (const [name, value] of Object.entries({ target: 'same', ...more })) parts.append(name, value)
  for (const [name, content] of Object.entries(files)) parts.append('files', new Blob([content]), name)
  return stithy.client().send('POST', `/ada/box/upload/${to}`, { cookie: who.cookie, parts })
}

const raw = async (path: string, ref = 'main') => stithy.client().get(`/ada/box/raw/${ref}/${path}`)
const tip = async (ref = 'main') => (await stithy.client('B').get(`repos/ada/box/commits/${ref}`)).body

describe('uploading', () => {
  it('makes one commit of many files, new ones and changed ones, bytes as they are', async () => {
    const noise = new Uint8Array(200_000).map((_, at) => (at * 7919) % 256)
    const answer = await send('main/docs/deep', { 'a b.txt': 'x\r\ny', 'noise.bin': noise, 'sub/c.txt': 'c' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ada/box/tree/main/docs/deep'])
    const commit = await tip()
    expect(commit.message.trim()).toBe('Upload 3 files')
    expect(commit.stats.files).toBe(3)
    expect((await raw('docs/deep/a%20b.txt')).text).toBe('x\r\ny')
    expect((await raw('docs/deep/sub/c.txt')).text).toBe('c')
    const back = await fetch(`${stithy.url}/ada/box/raw/main/docs/deep/noise.bin`)
    expect(Buffer.from(await back.arrayBuffer()).equals(Buffer.from(noise))).toBe(true)
    const again = await send('main', { 'run.sh': '#!/bin/sh\necho\n' }, { message: 'Say more' })
    expect(again.status).toBe(303)
    expect((await tip()).message.trim()).toBe('Say more')
    // It stays executable.
    const token = await newToken(stithy.client().as(ada.access), ['repo:read'])
    const clone = await newFolder()
    await git(clone, 'clone', '-q', addressOf(stithy, token, 'ada/box'), '.')
    expect(await git(clone, 'ls-files', '-s', 'run.sh')).toMatch(/^100755/)
  })

  it('goes to a new branch where that is chosen', async () => {
    const answer = await send('main', { 'n.txt': 'n' }, { target: 'new', new_branch: 'side' })
    expect(answer.headers.get('location')).toBe('/ada/box/tree/side')
    expect([(await raw('n.txt')).status, (await raw('n.txt', 'side')).status]).toEqual([404, 200])
  })

  it.each([
    ['a link', 'main', 'link', 409],
    ['a way through a link', 'main/out', 'passwd', 409],
    ['a link inside a name', 'main', 'out/passwd', 409],
    ['a folder', 'main', 'docs', 409],
    ['a way up', 'main', '../x', 422],
    ['a way up by backslashes', 'main', '..\\x', 422],
    ['a way from the root', 'main', '/etc/passwd', 422],
    ["git's own folder", 'main', '.git/config', 422],
    ['the same in disguise', 'main', 'git~1/hooks', 422],
  ])('never writes over or through %s', async (_, to, name, status) => {
    await send('main', { 'docs/keep.txt': 'keep' })
    const before = await tip()
    const answer = await send(to, { 'fine.txt': 'fine', [name]: 'evil' }, { message: 'typed message' })
    expect(answer.status).toBe(status)
    expect(answer.text).toContain('typed message')
    expect((await tip()).sha).toBe(before.sha)
  })

  it('says what is wrong with the form', async () => {
    const nothing = await send('main', {})
    expect([nothing.status, nothing.text.includes('It must have at least one file.')]).toEqual([422, true])
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, '']))
    expect((await send('main', many)).status).toBe(422)
    expect((await send('main', { big: new Uint8Array(27 * 1024 * 1024) })).status).toBe(413)
    expect((await send('v1', { a: 'a' })).status).toBe(422)
    expect((await send('none', { a: 'a' })).status).toBe(404)
  })

  it('is for those who may push, from our own pages', async () => {
    expect((await send('main', { a: 'a' }, {}, eve)).status).toBe(403)
    expect((await stithy.client().get('/ada/box/upload/main', { cookie: eve.cookie })).status).toBe(403)
    expect((await stithy.client().get('/ada/box/upload/main')).headers.get('location')).toContain('/login')
    expect((await stithy.client().get('/ada/box')).text).not.toContain('/upload/')
    const parts = new FormData()
    parts.append('files', new Blob(['a']), 'a')
    const headers = { cookie: ada.cookie, origin: 'https://e.example' }
    const foreign = await fetch(`${stithy.url}/ada/box/upload/main`, { method: 'POST', body: parts, headers })
    expect(foreign.status).toBe(403)
  })

  it('works in a browser, with and without scripts, also into an empty repository', async () => {
    for (const [javaScript, slug] of [
      [true, 'fresh'],
      [false, 'bare'],
    ] as const) {
      await newRepo(stithy, ada, slug)
      const { page, context } = await newVisitor(browser, stithy, { cookie: ada.cookie, javaScript })
      await page.goto(`/ada/${slug}`)
      await page.getByRole('link', { name: 'Upload files' }).click()
      const files = ['one.txt', 'zwei "ü".txt'].map((name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(`this is ${name}`),
      }))
      await page.getByLabel('Files').setInputFiles(files)
      await page.getByRole('button', { name: 'Commit' }).click()
      await page.getByText('Committed to main').waitFor()
      for (const { name, buffer } of files) {
        const path = `/ada/${slug}/raw/main/${encodeURIComponent(name)}`
        expect((await stithy.client().get(path, { cookie: ada.cookie })).text).toBe(buffer.toString())
      }
      await context.close()
    }
  })
})

it('what was chosen or dropped is listed, and can be taken out again', async () => {
  const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto('/ada/box/upload/main')
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(2048, 'x') })
  await page.getByLabel('Files').setInputFiles([text('chosen.txt'), text('twice.txt')])
  await page.getByText('Or drop files here').evaluate((place) => {
    const dropped = new DataTransfer()
    for (const name of ['twice.txt', 'dropped.txt']) dropped.items.add(new File(['new'], name))
    place.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
  })
  const listed = page.getByRole('list', { name: 'Chosen' }).getByRole('listitem')
  await expect.poll(() => listed.allInnerTexts()).toHaveLength(3)
  expect((await listed.allInnerTexts()).map((one) => one.replaceAll(/\s+/g, ' '))).toEqual([
    'chosen.txt 2.0 KiB Remove',
    'twice.txt 3 bytes Remove',
    'dropped.txt 3 bytes Remove',
  ])
  await page.getByText('3 files, 2.0 KiB of 25 MiB').waitFor()
  await page.getByRole('button', { name: 'Remove chosen.txt' }).click()
  await page.getByRole('button', { name: 'Commit' }).click()
  await page.getByText('Committed to main').waitFor()
  const { text: files } = await stithy.client().get('/ada/box', { cookie: ada.cookie })
  expect(['chosen.txt', 'twice.txt', 'dropped.txt'].map((name) => files.includes(name))).toEqual([false, true, true])
  expect(takeProblems()).toEqual([])
  await context.close()
})

it('files that are too large for a form say so where they are chosen, and what was typed stays', async () => {
  const { page, context } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto('/ada/box/upload/main')
  await page.getByLabel('Commit message').fill('typed message')
  const field = page.getByLabel('Files')
  const said = () => field.evaluate((one: HTMLInputElement) => one.validationMessage)
  await field.evaluate((one: HTMLInputElement) => {
    const chosen = new DataTransfer()
    for (const name of ['a.bin', 'b.bin']) chosen.items.add(new File([new Uint8Array(13 * 1024 ** 2)], name))
    one.files = chosen.files
    one.dispatchEvent(new Event('change', { bubbles: true }))
  })
  const refusal = 'These have 26 MiB together: choose at most 25 MiB.'
  expect(await said()).toBe(refusal)
  expect(await page.getByRole('alert').innerText()).toBe(refusal)
  await page.getByRole('button', { name: 'Commit' }).click()
  expect([new URL(page.url()).pathname, await page.getByLabel('Commit message').inputValue()]).toEqual([
    '/ada/box/upload/main',
    'typed message',
  ])
  await field.setInputFiles([{ name: 'a.bin', mimeType: 'text/plain', buffer: Buffer.alloc(10, 'x') }])
  expect(await said()).toBe('')
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.getByRole('button', { name: 'Commit' }).click()
  await page.getByText('Committed to main').waitFor()
  await context.close()
})

describe('a release', () => {
  const file = (name: string, bytes: number) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'x') })

  it.each([true, false])('takes files in a browser (with scripts: %s)', async (javaScript) => {
    const tag = javaScript ? 'v2' : 'v3'
    const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie, javaScript })
    await page.goto('/ada/box/releases/new')
    await page.getByLabel('Tag', { exact: true }).fill(tag)
    await page.getByLabel('Notes').fill('typed notes')
    await page.getByLabel('Files to download').setInputFiles([file('a.txt', 10), file('b.txt', 20)])
    await page.getByRole('button', { name: 'Create release' }).click()
    await page.getByText(`The release of ${tag} was saved.`).waitFor()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('More files to download').setInputFiles([file('a.txt', 10)])
    await page.getByLabel('Notes').fill('other notes')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The release has a file called a.txt already').first().waitFor()
    expect(await page.getByLabel('Notes').inputValue()).toBe('other notes')
    await page.getByLabel('More files to download').setInputFiles([file('c.txt', 30)])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'c.txt' }).waitFor()
    expect(takeProblems().filter((one) => !one.includes('409'))).toEqual([])
    await context.close()
  })

  it('whose files are too large, without scripts, leads back to what was typed', async () => {
    const large = join(await newFolder(), 'large.bin')
    await writeFile(large, new Uint8Array(27 * 1024 ** 2))
    const { page, context } = await newVisitor(browser, stithy, { cookie: ada.cookie, javaScript: false })
    await page.goto('/ada/box/releases/new')
    await page.getByLabel('Notes').fill('typed notes')
    await page.getByLabel('Tag', { exact: true }).fill('v5')
    await page.getByLabel('Files to download').setInputFiles(large)
    await page.getByRole('button', { name: 'Create release' }).click()
    await page.getByText('Go back: your browser has kept what you typed.').waitFor()
    await page.goBack()
    expect(await page.getByLabel('Notes').inputValue()).toBe('typed notes')
    await context.close()
  })
})

describe('a large form', () => {
  const sockets: Socket[] = []

  /** Of which nothing has come yet. */
  function announce(path: string, who: Person): Socket {
    const { host, hostname, port } = new URL(stithy.url)
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    const lines = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${stithy.url}`, `Cookie: ${who.cookie}`]
    const about = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 25000000']
    socket.write(`${[...lines, ...about].join('\r\n')}\r\n\r\n`)
    return socket
  }

  it('is not read where it would be refused whatever it holds', async () => {
    for (const [path, status] of [
      ['/ada/nothing/upload/main', 404],
      ['/ada/nothing/edit/main/a', 404],
      ['/ada/box/upload/main', 403],
      ['/ada/box/releases/new', 403],
    ] as const) {
      const [answer] = await once(announce(path, eve), 'data')
      expect(String(answer), path).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    }
  })

  it('waits for its turn where somebody sends many', async () => {
    for (let at = 0; at < 5; at++) announce('/ada/box/upload/main', ada)
    const { form } = stithy.app.turns
    await eventually(() => expect(form.busy).toEqual({ atWork: 2, waiting: 3 }))
    for (const socket of sockets) socket.destroy()
    await eventually(() => expect(form.busy).toEqual({ atWork: 0, waiting: 0 }))
  })
})
