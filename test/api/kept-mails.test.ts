import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { register } from '../support/people.ts'
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
