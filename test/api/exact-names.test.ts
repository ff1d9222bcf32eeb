// A branch and a tag of the same name: whoever names one of them in full gets that one, and nothing that is about a tag
// ever shows the branch.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { ending, oneJob, outputOf } from '../support/pipelines.ts'
import { newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let client: Client
/** What the tag has, and what was put beside it. */
let [tagged, other] = ['', '']
const repo = 'repos/ada/anvil'

beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox' })
  ada = await newPerson(stithy, 'ada')
  client = stithy.client('B').as(ada.access)
  const token = await newToken(client, ['repo:write'])
  await newRepo(stithy, ada, 'anvil', { is_public: true })
  const tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  const commit = async (text: string): Promise<string> => {
    await writeFile(join(tree, 'file'), text)
    await writeFile(join(tree, '.svc-ci.yml'), oneJob('echo "$CI_REF_TYPE $CI_REF"'))
    await git(tree, 'add', '.')
    await git(tree, 'commit', '-q', '-m', `The ${text} one`)
    return git(tree, 'rev-parse', 'HEAD')
  }
  tagged = await commit('true')
  await git(tree, 'tag', 'v1.0')
  other = await commit('false')
  // The second begins like a path in the tag.
  const branches = ['main', 'main:refs/heads/v1.0', 'main:refs/heads/v2/file']
  const tags = ['v1.0', 'v1.0:refs/tags/v2', 'v1.0:refs/tags/main/old', 'v1.0:refs/tags/main/file']
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/anvil'), ...branches, ...tags)
  await client.post(`${repo}/releases`, { tag_name: 'v1.0', body: 'See [it](file).' })
})
afterAll(() => stithy.stop())

const page = (path: string) => stithy.client().get(path, { cookie: ada.cookie })

describe('a name in full', () => {
  it('is that branch or that tag, wherever a call takes a revision', async () => {
    const commits = { 'refs/tags/v1.0': () => tagged, 'refs/heads/v1.0': () => other, 'v1.0': () => other }
    for (const [name, sha] of Object.entries(commits)) {
      const asked = encodeURIComponent(name)
      expect((await client.get(`${repo}/commits/${asked}`)).body.sha, name).toBe(sha())
      expect(itemsOf((await client.get(`${repo}/commits?ref=${asked}`)).body)[0]?.['sha'], name).toBe(sha())
      const { body: file } = await client.get(`${repo}/contents/file?ref=${asked}`)
      const text = sha() === tagged ? 'true' : 'false'
      expect(Buffer.from(file.content, 'base64').toString(), name).toBe(text)
      expect((await client.get(`${repo}/raw/${name}/file`)).text, name).toBe(text)
      const archive = await client.get(`${repo}/archive/${name}.zip`)
      expect([archive.status, archive.headers.get('etag')], name).toEqual([200, `"${sha()}-zip"`])
      expect(archive.headers.get('content-disposition'), name).toContain('anvil-v1.0.zip')
      const { body: compared } = await client.get(`${repo}/compare/${name}...main`)
      expect(compared.ahead_by, name).toBe(sha() === tagged ? 1 : 0)
      const made = await client.post(`${repo}/branches`, { name: `from/${name.replaceAll('/', '-')}`, ref: name })
      expect(made.body.commit_sha, name).toBe(sha())
      const report = await client.post(`${repo}/commits/${asked}/statuses`, { state: 'success', context: name })
      expect(report.status, report.text).toBe(201)
      const statuses = itemsOf((await client.get(`${repo}/commits/${sha()}/statuses`)).body)
      expect(
        statuses.map(({ context }) => context),
        name,
      ).toContain(name)
    }
    for (const missing of ['refs/tags/main', 'refs/heads/v2', 'refs/tags/', 'refs/heads', 'refs/pull/1/head']) {
      expect((await client.get(`${repo}/commits?ref=${encodeURIComponent(missing)}`)).status, missing).toBe(404)
    }
  })

  it('starts a pipeline for exactly that, and says which it was', async () => {
    const start = (ref: string) => client.post(`${repo}/ci/pipelines/trigger`, { ref })
    const { body: ofTheTag } = await start('refs/tags/v1.0')
    expect(ofTheTag).toMatchObject({ ref: 'v1.0', ref_type: 'tag', commit_sha: tagged })
    expect((await start('refs/heads/v1.0')).body).toMatchObject({ ref: 'v1.0', ref_type: 'branch', commit_sha: other })
    expect((await start('v1.0')).body).toMatchObject({ ref_type: 'branch', commit_sha: other })
    expect((await start('refs/tags/main')).status).toBe(400)
    await ending(client, repo, ofTheTag.id)
    expect(await outputOf(client, repo, ofTheTag.id)).toContain('tag v1.0')
    const ofTag = await client.get(`${repo}/ci/pipelines?ref=refs%2Ftags%2Fv1.0`)
    expect(itemsOf(ofTag.body).every((one) => one['commit_sha'] === tagged)).toBe(true)
  })

  it('is that branch or that tag in the address of a page, whatever a branch is called', async () => {
    for (const [path, text] of [
      ['/ada/anvil/raw/refs/tags/v1.0/file', 'true'],
      ['/ada/anvil/raw/refs/heads/v1.0/file', 'false'],
      ['/ada/anvil/raw/refs/tags/v2/file', 'true'],
      ['/ada/anvil/raw/v2/file/file', 'false'],
    ] as const) {
      expect((await page(path)).text, path).toBe(text)
    }
    expect((await page('/ada/anvil/commits/refs/tags/v1.0')).text).not.toContain('The false one')
    expect((await page('/ada/anvil/compare/refs/tags/v1.0...main')).text).toContain('The false one')
    expect((await page('/ada/anvil/tree/refs/tags/main')).status).toBe(404)
  })
})

describe('the longest ref', () => {
  it('is meant by an address, unless a branch has what stands there', async () => {
    expect((await page('/ada/anvil/raw/main/old/file')).text).toBe('true')
    expect((await client.get(`${repo}/raw/main/old/file`)).text).toBe('true')
    expect((await page('/ada/anvil/raw/main/file')).text).toBe('false')
    expect((await page('/ada/anvil/raw/main/file/file')).text).toBe('true')
  })
})

describe('what is about a tag', () => {
  /** Where the links of a page lead that may show files. */
  async function linksOf(path: string): Promise<readonly string[]> {
    const { status, text } = await page(path)
    expect(status, path).toBe(200)
    const links = [...text.matchAll(/href="(\/ada\/anvil\/(?:tree|blob|raw|archive|commits|find|blame)\/[^"]*)"/g)]
    return links.map(([, href = '']) => href)
  }

  it.each(['/ada/anvil/releases', '/ada/anvil/releases/tag/v1.0'])('leads to the tag on %s', async (path) => {
    const links = await linksOf(path)
    expect(links).toContain('/ada/anvil/archive/refs/tags/v1.0.zip')
    expect(links).toContain('/ada/anvil/archive/refs/tags/v1.0.tar.gz')
    expect(links).toContain('/ada/anvil/tree/refs/tags/v1.0')
    expect(links).toContain('/ada/anvil/blob/refs/tags/v1.0/file')
    for (const href of links) expect((await page(href)).text, href).not.toContain('The false one')
  })

  it('leads to the tags in their list', async () => {
    const links = (await linksOf('/ada/anvil/tags')).filter((href) => !href.includes('/main'))
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((href) => !href.includes('/refs/tags/'))).toEqual([])
  })

  it('stays with the tag from page to page', async () => {
    for (const start of [
      '/ada/anvil/tree/refs/tags/v1.0',
      '/ada/anvil/blob/refs/tags/v1.0/file',
      '/ada/anvil/tree/v2',
    ]) {
      const { text } = await page(start)
      const main = text.replaceAll(/<div class="menu-sheet menu-start ref-sheet">[^]*?<\/details>/g, '')
      const links = [...main.matchAll(/href="(\/ada\/anvil\/(?:tree|blob|raw|archive|commits|find|blame)\/[^"]*)"/g)]
      const loose = links.flatMap(([, href = '']) => (/\/(?:refs\/tags|[0-9a-f]{40})\b/.test(href) ? [] : href))
      expect(links.length, start).toBeGreaterThan(2)
      expect(loose, start).toEqual([])
    }
  })
})

describe('a branch that is called like the beginning of an id', () => {
  it('does not stand in the place of the commit in any link that is made here', async () => {
    const short = tagged.slice(0, 8)
    expect((await client.post(`${repo}/branches`, { name: short, ref: 'main' })).status).toBe(201)
    const issue = await client.post(`${repo}/issues`, { title: 'Look', body: `It came with ${short}.` })
    const { text } = await page(`/ada/anvil/issues/${issue.body.number}`)
    expect(text).toContain(`href="/ada/anvil/commit/${tagged}"`)
    expect(text).not.toContain(`/commit/${short}"`)
    for (const path of ['/ada/anvil/commits/main', '/ada/anvil/tags', '/ada/anvil/branches', '/ada/anvil/releases']) {
      expect((await page(path)).text, path).not.toContain(`/commit/${short}"`)
    }
  })
})
