// Searching, without a script.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { furnishCode } from '../support/furnish-code.ts'
import { newPerson, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  await furnishCode(stithy, ada)
})
afterAll(() => stithy.stop())

const get = async (path: string): Promise<string> => (await stithy.client().get(path)).text

it('code of a repository is one link away from its files, at the branch that is open', async () => {
  expect(await get('/ada/anvil')).toContain('href="/ada/anvil/search?ref=main"')
  expect(await get('/ada/anvil/tree/feature/tongs/src')).toContain('href="/ada/anvil/search?ref=feature%2Ftongs"')
  const form = await get('/ada/anvil/search?ref=feature%2Ftongs')
  expect(form).toContain('<input type="hidden" name="ref" value="feature/tongs"')
  const found = await get('/ada/anvil/search?ref=feature%2Ftongs&q=tongs')
  expect(found).toContain('/ada/anvil/blob/feature/tongs/src/tongs.ts')
  // Who looks for a name instead takes along what was typed.
  expect(found).toContain('href="/ada/anvil/find/feature/tongs?q=tongs"')
  expect(await get('/ada/anvil/find/main?q=strike')).toContain('href="/ada/anvil/search?ref=main&amp;q=strike"')
  expect((await stithy.client().get('/ada/anvil/search?ref=nowhere&q=x')).status).toBe(404)
})

it('says how many there are of each kind, up to a limit, and where code is found', async () => {
  const client = stithy.client().as(ada.access)
  const open = (title: string) => client.post('repos/ada/anvil/issues', { title })
  for (let at = 0; at < 7; at++) await open(`A glowing rivet ${at}`)
  const some = await get('/search?q=rivet')
  expect(some).toMatch(/Issues and pulls<span class="count">7<\/span>/)
  expect(some).toContain('All of them')
  expect(some).toContain('href="/search?q=rivet&amp;type=code"')
  expect(await get('/search?q=ada')).toMatch(/People<\/h2><p><span class="count">1<\/span>/)
  await Promise.all(Array.from({ length: 101 }, (_, at) => open(`A thousand nails ${at}`)))
  const many = await get('/search?q=nails&type=issues')
  expect(many).toMatch(/Issues and pulls<span class="count">100\+<\/span>/)
  expect(many).toContain('The 50 most recently updated are shown.')
  expect(await get('/search')).not.toContain('class="search-note"')
})
