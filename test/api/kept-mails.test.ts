import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPerson, register, signIn } from '../support/people.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy

beforeAll(async () => {
  stithy = await startStithy()
})
afterAll(() => stithy.stop())

it('without a mail server the newest thousand are kept, and what is not ours stays', async () => {
  const folder = join(stithy.dataDir, 'mail')
  await mkdir(folder, { recursive: true })
  const nameOf = (at: number): string => {
    const number = String(at).padStart(12, '0')
    return `2020-01-01T00-00-00.${number}Z-00000000-0000-0000-0000-${number}.eml`
  }
  const old = Array.from({ length: 1005 }, (_, at) => nameOf(at))
  for (const name of [...old, 'notes.txt', 'mine.eml']) await writeFile(join(folder, name), '')
  await register(stithy, 'ada')
  await stithy.mails('ada@example.org')
  await eventually(async () => {
    const names = (await readdir(folder)).toSorted()
    expect(names.filter((name) => name.startsWith('2020'))).toEqual(old.slice(6))
    expect(names).toHaveLength(1000 + 2)
    expect(names).toContain('mine.eml')
  })
})

it('are shown whole, whatever is written in them', async () => {
  const ada = await signIn(stithy, 'ada')
  const bob = await newPerson(stithy, 'bob')
  const client = stithy.client('B')
  await client.as(ada.access).post('user/repos', { slug: 'anvil', is_public: true })
  await client.as(bob.access).post('repos/ada/anvil/issues', { title: 'Cracked' })
  for (const body of ['Größer\n\n---\n\nund = länger', 'Plain\n\n---\n\nand simple', '日本語で書く'.repeat(20)]) {
    await client.as(ada.access).post('repos/ada/anvil/issues/1/comments', { body })
  }
  await stithy.mails(bob.email, 4)
  const { text } = await stithy.client().get('/admin/mail', { cookie: ada.cookie })
  const links = [...text.matchAll(/href="(\/admin\/mail\/[^"]+\.eml)"/g)].map(([, link = '']) => link)
  const pages = await Promise.all(links.map((link) => stithy.client().get(link, { cookie: ada.cookie })))
  const all = pages.map((page) => page.text).join()
  for (const words of ['Größer', 'und = länger', 'and simple', '日本語で書く'.repeat(20)]) expect(all).toContain(words)
  expect(all.match(/You get this because of your notification settings/g)).toHaveLength(3)
})
