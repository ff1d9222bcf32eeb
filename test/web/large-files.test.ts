// Files that Git LFS keeps, on pages: the file itself where it has come, and what to do where it has not.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lfsPointer } from '../support/lfs-pointer.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo } from '../support/pulls.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z" /></svg>'
const oid = createHash('sha256').update(drawing).digest('hex')

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  const pointer = lfsPointer(oid, drawing.length)
  const files = { 'anvil.md': '![Anvil](anvil.svg)\n', 'anvil.svg': pointer, 'anvil.bin': pointer }
  await commitTo(client(), await newRepo(stithy, ada, 'large', { auto_init: true }), 'main', files)
})
afterAll(() => stithy.stop())

const client = () => stithy.client('B').as(ada.access)

const get = (path: string, cookie = ada.cookie) => stithy.client().get(`/ada/large/${path}`, { cookie })

it('one that has not come says so, and how it comes', async () => {
  const { text } = await get('blob/main/anvil.svg')
  expect(text).toContain('The file itself is not here')
  expect(text).toContain(`git lfs push --all ${stithy.url}/ada/large.git`)
  expect(text).not.toContain('Download')
  expect((await get('media/main/anvil.svg')).status).toBe(404)
})

it('one that has come is shown and downloaded in place of its pointer', async () => {
  const token = await newToken(client(), ['repo:write'])
  await stithy.client().send('PUT', `/ada/large.git/info/lfs/objects/${oid}`, { token, raw: drawing })
  const picture = await get('blob/main/anvil.svg')
  expect(picture.text).toContain('<img src="/ada/large/media/main/anvil.svg"')
  const other = await get('blob/main/anvil.bin')
  expect(other.text).toContain('Kept in Git LFS')
  for (const { text } of [picture, other]) {
    expect(text).toContain(`Git LFS · ${drawing.length} bytes`)
    expect(text).not.toMatch(/href="[^"]*\/raw\/[^"]*" download/)
  }
  expect((await get('raw/main/anvil.svg')).text).toBe(lfsPointer(oid, drawing.length))
  const kept = await get('media/main/anvil.svg')
  expect([kept.text, kept.headers.get('content-type')]).toEqual([drawing, 'image/svg+xml'])
})

it('a picture that is too large for a page is downloaded, whatever its pointer says', async () => {
  const large = 'x'.repeat(17 * 1024 * 1024)
  const name = createHash('sha256').update(large).digest('hex')
  const token = await newToken(client(), ['repo:write'])
  await stithy.client().send('PUT', `/ada/large.git/info/lfs/objects/${name}`, { token, raw: large })
  await commitTo(client(), 'repos/ada/large', 'main', { 'huge.png': lfsPointer(name, 12) })
  const { text } = await get('blob/main/huge.png')
  expect(text).toContain('Kept in Git LFS')
  expect(text).not.toContain('<img src="/ada/large/media')
})

it('pictures of documents come from there, and so does what git keeps itself', async () => {
  expect((await get('blob/main/anvil.md')).text).toContain('src="/ada/large/media/main/anvil.svg"')
  expect((await get('media/main/anvil.md')).text).toBe('![Anvil](anvil.svg)\n')
  expect((await get('media/main', '')).status).toBe(404)
  expect((await get('media/main/anvil.svg', '')).status).toBe(404)
})
