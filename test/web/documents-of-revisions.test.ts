// A document is made into HTML once, however many revisions have it: its links lead to the one that is shown.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
const text = '# Read me\n\n[guide](docs/guide.md) ![anvil](anvil.png) [top](/LICENSE) [$& odd](a%24%26b.md)\n'

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  await newRepo(stithy, ada, 'anvil', { is_public: true, auto_init: true })
  const { body: file } = await api().get('repos/ada/anvil/contents/README.md')
  await put('README.md', { sha: file.sha, content: text })
  await put('docs/README.md', { content: text })
  await api().post('repos/ada/anvil/branches', { name: "it's/$&", from: 'main' })
  await put('later.txt', { content: 'something else' })
})
afterAll(() => stithy.stop())

const api = () => stithy.client('B').as(ada.access)

async function put(path: string, { content, ...more }: { readonly content: string; readonly sha?: string }) {
  const body = { message: path, content: Buffer.from(content).toString('base64'), ...more }
  const answer = await api().send('PUT', `repos/ada/anvil/contents/${path}`, { body })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
}

async function linksOf(path: string): Promise<readonly string[]> {
  const html = await (await fetch(`${stithy.url}/ada/anvil${path}`)).text()
  const shown = html.slice(html.indexOf('Read me'))
  return ['guide.md', 'anvil.png', 'LICENSE', 'b.md'].map(
    (end) => new RegExp(`(?:href|src)="([^"]*${end.replace('.', '\\.')})"`).exec(shown)?.[1] ?? 'none',
  )
}

it('links of a document lead to the branch, the commit and the folder that it is looked at in', async () => {
  const commits = (await api().get('repos/ada/anvil/commits')).body.items as { sha: string }[]
  const odd = 'it%27s/%24%26'
  const names = ['main', ...commits.slice(0, 3).map(({ sha }) => sha), odd]
  for (const name of [...names, ...names]) {
    const links = (await linksOf(`/tree/${name}`)).map((link) => link.replace("'", '%27'))
    const at = name.replaceAll('%2F', '/')
    expect(links).toEqual([
      `/ada/anvil/blob/${at}/docs/guide.md`,
      `/ada/anvil/media/${at}/anvil.png`,
      `/ada/anvil/blob/${at}/LICENSE`,
      `/ada/anvil/blob/${at}/a%24%26b.md`,
    ])
  }
  expect((await linksOf('/tree/main/docs'))[0]).toBe('/ada/anvil/blob/main/docs/docs/guide.md')
  expect((await linksOf('/blob/main/docs/README.md'))[1]).toBe('/ada/anvil/media/main/docs/anvil.png')
})
