// What was merged or committed is taken back, or made once more elsewhere, without a work tree and without a script.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { addressOf, git } from '../support/git.ts'
import { pagesBelow } from '../support/pages.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { grant, newRepo, workTree } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let dev: Person
let reader: Person
let api: Client
const at = '/ada/work'
const repo = 'repos/ada/work'

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  dev = await newPerson(stithy, 'dev')
  reader = await newPerson(stithy, 'rea')
  await newRepo(stithy, ada, 'work', { is_public: true, auto_init: true })
  await grant(stithy, 'work', dev, 'Developer')
  api = stithy.client('B').as(ada.access)
})
afterAll(() => stithy.stop())

const { get, post } = pagesBelow(at, () => stithy)

const raw = async (ref: string, path: string): Promise<string | number> => {
  const { status, text } = await api.get(`${repo}/raw/${ref}/${path}`)
  return status === 200 ? text : status
}

const commitAt = async (ref: string) => (await api.get(`${repo}/commits/${ref}`)).body

let branches = 0
/** Two commits: one more file, and another line in one that is there. */
async function merged(merge_method: string): Promise<{ number: number; file: string }> {
  const [branch, file] = [`topic-${++branches}`, `new-${branches}.txt`]
  await commitTo(api, repo, [branch, 'main'], { [file]: 'new\n' })
  await commitTo(api, repo, branch, { 'README.md': `# Changed ${branches}\n` })
  const { number } = await openPull(api, repo, branch, { title: `Change ${branches}` })
  const { head_sha } = await settled(api, repo, number)
  const done = await api.post(`${repo}/pulls/${number}/merge`, { merge_method, head_sha })
  expect(done.status, done.text).toBe(200)
  return { number, file }
}

it.each(['merge', 'squash', 'rebase'])('a pull request that was merged (%s) is taken back whole', async (method) => {
  const before = await raw('main', 'README.md')
  const { number, file } = await merged(method)
  // What came since stays.
  await commitTo(api, repo, 'main', { [`later-${number}.txt`]: 'stays\n' })
  const page = await get(dev, `/pulls/${number}`)
  expect(page.text).toContain(`action="${at}/pulls/${number}/revert"`)
  const done = await post(dev, `/pulls/${number}/revert`)
  expect(done.headers.get('location')).toBe(`${at}/pulls/new?target=main&source=revert-${number}`)
  const taken = `revert-${number}`
  expect(await Promise.all([raw(taken, 'README.md'), raw(taken, file)])).toEqual([before, 404])
  expect(await raw(taken, `later-${number}.txt`)).toBe('stays\n')
  const [made, main] = [await commitAt(taken), await commitAt('main')]
  expect(made).toMatchObject({ parents: [main.sha], committer: { name: 'dev' } })
  expect(made.message).toMatch(new RegExp(`^Revert "Change ${branches}"\n\nReverts #${number}, `))
  const form = await get(dev, `/pulls/new?target=main&source=${taken}`)
  expect(form.text).toContain(`value="Revert &quot;Change ${branches}&quot;"`)
  // A second time gets a name of its own.
  expect((await post(dev, `/pulls/${number}/revert`)).headers.get('location')).toMatch(/source=revert-\d+-2$/)
})

it('nobody reverts what they may not push, what is not merged, or what others have changed since', async () => {
  const { number } = await merged('merge')
  expect((await get(reader, `/pulls/${number}`)).text).not.toContain('/revert"')
  expect((await post(reader, `/pulls/${number}/revert`)).status).toBe(303)
  expect((await api.get(`${repo}/branches`)).text).not.toContain(`revert-${number}`)
  await commitTo(api, repo, 'main', { 'README.md': '# By somebody else\n' })
  await post(dev, `/pulls/${number}/revert`)
  expect((await api.get(`${repo}/branches`)).text).not.toContain(`revert-${number}`)
  await commitTo(api, repo, ['open', 'main'], { 'open.txt': 'x\n' })
  const open = await openPull(api, repo, 'open')
  await post(dev, `/pulls/${open.number}/revert`)
  expect((await api.get(`${repo}/branches`)).text).not.toContain(`revert-${open.number}`)
})

it('what was merged into a branch that is gone cannot be reverted, and the page says so', async () => {
  await commitTo(api, repo, ['old', 'main'], { 'old.txt': 'x\n' })
  await commitTo(api, repo, ['for-old', 'old'], { 'for-old.txt': 'x\n' })
  const { number } = await openPull(api, repo, 'for-old', { target_branch: 'old' })
  expect((await api.post(`${repo}/pulls/${number}/merge`, { merge_method: 'squash' })).status).toBe(200)
  expect((await api.send('DELETE', `${repo}/branches/old`)).status).toBe(204)
  const refused = await post(dev, `/pulls/${number}/revert`)
  expect(refused.headers.get('location')).toBe(`${at}/pulls/${number}`)
  const cookie = `${dev.cookie}; ${(refused.headers.get('set-cookie') ?? '').split(';')[0]}`
  expect((await stithy.client().get(`${at}/pulls/${number}`, { cookie })).text).toContain('old is gone')
})

it('a commit is brought to another branch, or taken back there, by its author or in the name of whoever did', async () => {
  await api.post(`${repo}/branches`, { name: 'stable', ref: 'main' })
  const sha = await commitTo(api, repo, 'main', { 'fix.txt': 'fixed\n' })
  expect((await get(dev, `/commit/${sha}`)).text).toContain(`href="${at}/cherry-pick/${sha}"`)
  expect((await get(null, `/commit/${sha}`)).text).not.toContain('cherry-pick')
  const form = await get(dev, `/cherry-pick/${sha}`)
  expect(form.text).toContain(`(cherry picked from commit ${sha})</textarea>`)
  const direct = { branch: 'stable', target: 'same', message: '', new_branch: '' }
  await post(dev, `/cherry-pick/${sha}`, direct)
  const picked = await commitAt('stable')
  expect(picked).toMatchObject({ author: { name: 'ada' }, committer: { name: 'dev' } })
  expect(await raw('stable', 'fix.txt')).toBe('fixed\n')
  const again = await post(dev, `/cherry-pick/${sha}`, direct)
  expect([again.status, again.text.includes('It would change nothing in stable.')]).toEqual([409, true])
  const aside = { branch: 'main', target: 'new', message: 'Never mind', new_branch: 'undo' }
  const undone = await post(dev, `/revert/${sha}`, aside)
  expect(undone.headers.get('location')).toBe(`${at}/pulls/new?target=main&source=undo`)
  expect([await raw('undo', 'fix.txt'), await raw('main', 'fix.txt')]).toEqual([404, 'fixed\n'])
  expect((await commitAt('undo')).message).toBe('Never mind')
  const taken = await post(dev, `/revert/${sha}`, aside)
  expect([taken.status, taken.text.includes('exists already')]).toEqual([409, true])
  expect((await post(dev, `/revert/${sha}`, { ...aside, branch: 'nowhere', new_branch: 'x' })).status).toBe(404)
  expect((await get(reader, `/revert/${sha}`)).status).toBe(403)
  expect((await get(dev, '/revert/0123456')).status).toBe(404)
})

it('a branch that is not among the first hundred is typed, and a message of megabytes is cut', async () => {
  await newRepo(stithy, ada, 'many')
  const address = addressOf(stithy, await newToken(api, ['repo:write']), 'ada/many')
  const tree = await workTree()
  const word = 'word '.repeat(200_000)
  await git(tree, 'push', '-q', address, 'main')
  await writeFile(join(tree, 'message'), `${word}\n\n${word}`)
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-q', '-F', 'message')
  const sha = await git(tree, 'rev-parse', 'HEAD')
  const others = Array.from({ length: 150 }, (_, index) => `main~1:refs/heads/branch-${index + 100}`)
  await git(tree, 'push', '-q', address, ...others, 'HEAD:refs/heads/long')
  const picking = `/ada/many/cherry-pick/${sha}`
  const form = await stithy.client().get(picking, { cookie: ada.cookie })
  expect(form.text).toMatch(/<input [^>]*name="branch"[^>]*value="main"/)
  const message = /<textarea[^>]*name="message"[^>]*>([^<]*)/.exec(form.text)?.[1] ?? ''
  const fields = { branch: 'branch-249', target: 'same', message, new_branch: '' }
  const done = await stithy.client().send('POST', picking, { fields, cookie: ada.cookie })
  expect(done.headers.get('location')).toMatch('/ada/many/commit/')
  const made = (await api.get('repos/ada/many/commits/branch-249')).body.message
  expect(made).toMatch(new RegExp(`^(word )+\\s*\\(cherry picked from commit ${sha}\\)$`))
})

it('conflicts are named, and a protected branch stays as it is', async () => {
  const first = await commitTo(api, repo, 'main', { 'same.txt': 'one\n' })
  await commitTo(api, repo, 'main', { 'same.txt': 'two\n' })
  const direct = { branch: 'main', target: 'same', message: '', new_branch: '' }
  const conflict = await post(dev, `/revert/${first}`, direct)
  expect([conflict.status, conflict.text.includes('by now: same.txt.')]).toEqual([409, true])
  await api.post(`${repo}/branch-protections`, { pattern: 'main', push_role: 'Maintainer' })
  const tip = await commitAt('main')
  const refused = await post(dev, `/revert/${tip.sha}`, direct)
  expect([refused.status, refused.text.includes('main is protected')]).toEqual([403, true])
  expect((await commitAt('main')).sha).toBe(tip.sha)
})
