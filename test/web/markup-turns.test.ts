// Making HTML of what people write takes turns: whoever asks for much of it keeps nobody else waiting.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const documents = 12
const rows = `${'|x'.repeat(5000)}\n`.repeat(20)
/** Takes longer than anybody waits. */
const slow = (number: number): string => `# ${number}\n\n${'|a'.repeat(5000)}\n${'|-'.repeat(5000)}\n${rows}`

let stithy: TestStithy
let ada: Person
let folder: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  const client = stithy.client('B').as(ada.access)
  const token = await newToken(client, ['repo:write'])
  for (const slug of ['heavy', 'calm']) await client.post('user/repos', { slug, is_public: true })
  folder = await newFolder()
  await git(folder, 'init', '-q', '-b', 'main')
  await push('calm', { 'README.md': `# Calm\n\n${'a **bold** word\n\n'.repeat(600)}` })
  const heavy = Object.fromEntries(Array.from({ length: documents }, (_, number) => [`${number}.md`, slow(number)]))
  await push('heavy', heavy)

  async function push(slug: string, files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    await git(folder, 'add', '.')
    await git(folder, 'commit', '-qm', slug)
    await git(folder, 'push', '-q', addressOf(stithy, token, `ada/${slug}`), 'main')
  }
})
afterAll(() => stithy.stop())

async function timed(path: string, headers: Record<string, string> = {}): Promise<{ ms: number; text: string }> {
  const began = performance.now()
  const answer = await fetch(`${stithy.url}${path}`, { headers })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return { ms: performance.now() - began, text }
}

it('a stranger who asks for many slow documents holds up neither an issue nor somebody else’s large file', async () => {
  const client = stithy.client('B').as(ada.access)
  const { number } = (await client.post('repos/ada/calm/issues', { title: 'New', body: 'a **bold** word' })).body
  const flood = Array.from({ length: documents }, (_, at) => timed(`/ada/heavy/blob/main/${at}.md`))
  // Their lines are coloured first, and that is quick.
  await sleep(2500)
  const mine = { cookie: ada.cookie }
  const [issue, file] = await Promise.all([timed(`/ada/calm/issues/${number}`), timed('/ada/calm', mine)])
  for (const page of [issue, file]) expect(page.text).toContain('<strong>bold</strong>')
  expect(issue.ms).toBeLessThan(3000)
  expect(file.ms).toBeLessThan(9000)
  const all = await Promise.all(flood)
  for (const page of all) expect(page.text).toContain('|x|x')
  expect(Math.max(...all.map(({ ms }) => ms))).toBeLessThan(18_000)
})
