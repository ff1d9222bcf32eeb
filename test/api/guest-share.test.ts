// How much people who may not write to a repository can bring to it, whose room its owner pays for.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/core/clock.ts'
import { forgetGuestRoom } from '../../src/features/quota/guest-room.ts'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person, register, signIn } from '../support/people.ts'
import { openPull } from '../support/pulls.ts'
import { folderOf, grant, newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

/** Of which guests have a tenth, and one of them a quarter of that. */
const quota = 400_000

let stithy: TestStithy
let count = 0

beforeAll(async () => {
  stithy = await startStithy({ OWNER_QUOTA_BYTES: String(quota) })
  await register(stithy, 'smith')
})
afterAll(() => stithy.stop())

/** Somebody with a token: sessions would not outlive the days that pass here. */
async function lasting(name: string): Promise<Person> {
  const person = await newPerson(stithy, `${name}${++count}`)
  const scopes = ['repo:write', 'issues:write', 'pulls:write']
  return { ...person, access: await newToken(stithy.client().as(person.access), scopes) }
}

const as = (person: Person, form: 'A' | 'B' = 'B'): Client => stithy.client(form).as(person.access)

function attach(client: Client, repo: string, bytes: number): Promise<Answer> {
  return client.send('POST', `${repo}/attachments?name=a.bin`, { raw: randomBytes(bytes) })
}

async function usedBy({ username }: Person): Promise<number> {
  const admin = stithy.client('B').as((await signIn(stithy, 'smith')).access)
  return (await admin.get(`admin/users?q=${username}`)).body.items[0].used_bytes
}

const byOne = /^Somebody without write access can bring at most 9\.8 KiB to what owner\d+ owns within 30 days/
const byAll = /^People without write access can together bring at most 39 KiB to what owner\d+ owns within 30 days/

describe('attachments', () => {
  it.each(forms)('of one person are a part of the share, in all that the owner has, in Form %s', async (form) => {
    const owner = await lasting('owner')
    const repo = await newRepo(stithy, owner, `attached-${form}`, { is_public: true })
    const other = await newRepo(stithy, owner, `more-${form}`, { is_public: true })
    const guest = as(await lasting('guest'), form)
    const first = await attach(guest, repo, 9000)
    expect(first.status, first.text).toBe(201)
    for (const at of [repo, other]) {
      const refused = await attach(guest, at, 1500)
      expect(expectFault(refused, form, 'too-large', { details: ['quota_bytes: share_exceeded'] })).toMatch(byOne)
    }
    expect((await attach(guest, repo, 500)).status).toBe(201)
    expect((await attach(as(owner, form), repo, 30_000)).status).toBe(201)
    const helper = await lasting('helper')
    await grant(stithy, `attached-${form}`, helper, 'Developer')
    expect((await attach(as(helper, form), repo, 30_000)).status).toBe(201)
    await as(owner).send('DELETE', `${repo}/attachments/${first.body.id}`)
    expect((await attach(guest, other, 9000)).status).toBe(201)
  })

  it('of all of them together leave nine tenths to the owner, also of two at once', async () => {
    const owner = await lasting('owner')
    const repo = await newRepo(stithy, owner, 'crowded', { is_public: true })
    for (let at = 0; at < 3; at++) expect((await attach(as(await lasting('guest')), repo, 9500)).status).toBe(201)
    const last = [await lasting('guest'), await lasting('guest')]
    const answers = await Promise.all(last.map((person) => attach(as(person), repo, 9500)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 413])
    expect(answers.find(({ status }) => status === 413)?.body.message).toMatch(byAll)
    expect(await usedBy(owner)).toBe(4 * 9500)
    stithy.advance(31 * day)
    await forgetGuestRoom(stithy.app)
    for (const person of last) expect((await attach(as(person), repo, 9500)).status).toBe(201)
  })
})

describe('pull requests from forks', () => {
  interface Forked {
    readonly owner: Person
    readonly guest: Person
    readonly slug: string
    readonly repo: string
    readonly fork: string
  }

  async function forked(prepare = async (_owner: Person, _repo: string) => {}): Promise<Forked> {
    const [owner, guest] = [await lasting('owner'), await lasting('guest')]
    const slug = `code${++count}`
    const repo = await newRepo(stithy, owner, slug, { is_public: true, auto_init: true })
    await prepare(owner, repo)
    expect((await as(guest).post(`${repo}/forks`, {})).status).toBe(201)
    return { owner, guest, slug, repo, fork: `repos/${guest.username}/${slug}` }
  }

  /** A file of noise on a branch of the fork, new or not. */
  async function commit({ guest, fork }: Forked, branch: string, bytes: number): Promise<string> {
    const branches = itemsOf((await as(guest).get(`${fork}/branches`)).body).map((one) => one['name'])
    const where = branches.includes(branch) ? { branch } : { branch: 'main', new_branch: branch }
    const operations = [{ action: 'create', path: `f${++count}`, content: randomBytes(bytes).toString('base64') }]
    const made = await as(guest).post(`${fork}/contents`, { ...where, message: 'noise', operations })
    expect(made.status, made.text).toBe(201)
    return made.body.commit.sha
  }

  const offer = ({ guest, slug, repo }: Forked, branch: string, form: 'A' | 'B' = 'B'): Promise<Answer> =>
    as(guest, form).post(`${repo}/pulls`, {
      title: branch,
      source_branch: branch,
      source_repo: `${guest.username}/${slug}`,
      target_branch: 'main',
    })

  const pullOf = async ({ owner, repo }: Forked, number: number) =>
    (await as(owner).get(`${repo}/pulls/${number}`)).body

  it.each(forms)('that bring too much are refused and leave nothing behind, in Form %s', async (form) => {
    const at = await forked()
    const sha = await commit(at, 'large', 15_000)
    const refused = await offer(at, 'large', form)
    expect(expectFault(refused, form, 'too-large', { details: ['quota_bytes: share_exceeded'] })).toMatch(byOne)
    expect(await usedBy(at.owner)).toBeLessThan(10_000)
    const dir = await folderOf(stithy, at.owner.username, at.slug)
    expect((await tryGit(dir, 'cat-file', '-e', sha)).code).not.toBe(0)
    await commit(at, 'small', 2000)
    expect((await offer(at, 'small', form)).status).toBe(201)
    expect(await usedBy(at.owner)).toBeGreaterThan(2000)
  })

  it('bring only what no branch of the repository has', async () => {
    const at = await forked(async (owner, repo) => {
      const operations = [{ action: 'create', path: 'large', content: randomBytes(20_000).toString('base64') }]
      const change = { branch: 'main', new_branch: 'develop', message: 'noise', operations }
      expect((await as(owner).post(`${repo}/contents`, change)).status).toBe(201)
    })
    await commit(at, 'develop', 1000)
    const opened = await offer(at, 'develop')
    expect(opened.status, opened.text).toBe(201)
  })

  it('count as long as they are not merged, closed or not', async () => {
    const at = await forked()
    await commit(at, 'one', 7000)
    const { number } = (await offer(at, 'one')).body
    await as(at.guest).send('PATCH', `${at.repo}/pulls/${number}`, { body: { state: 'closed' } })
    await commit(at, 'two', 7000)
    expectFault(await offer(at, 'two'), 'B', 'too-large', { details: ['quota_bytes: share_exceeded'] })
    await as(at.guest).send('PATCH', `${at.repo}/pulls/${number}`, { body: { state: 'open' } })
    const merged = await eventually(async () => {
      const answer = await as(at.owner).post(`${at.repo}/pulls/${number}/merge`, { merge_method: 'merge' })
      expect(answer.status, answer.text).toBe(200)
      return answer
    })
    expect(merged.status).toBe(200)
    expect((await offer(at, 'two')).status).toBe(201)
  })

  it('stay what they were where more is pushed than there is room for, and say so', async () => {
    const at = await forked()
    const first = await commit(at, 'topic', 2000)
    const { number } = (await offer(at, 'topic')).body
    const second = await commit(at, 'topic', 15_000)
    // Whoever reads it, and the job, come to it together.
    await Promise.all([1, 2, 3].map(() => pullOf(at, number)))
    expect(await pullOf(at, number)).toMatchObject({ head_sha: first, state: 'open', changed_files: 1 })
    const { items } = (await as(at.owner).get(`${at.repo}/pulls/${number}/timeline`)).body
    const pushed = items.filter(({ event }: { event: string }) => event === 'pushed')
    expect(pushed.map(({ details }: { details: object }) => details)).toMatchObject([
      { version: 2, after: second, refused: expect.stringMatching(byOne) },
    ])
    const page = await stithy.client().get(`/${at.owner.username}/${at.slug}/pulls/${number}`)
    expect(page.text).toContain('(not taken over: Somebody without write access can bring')
    const versions = await stithy.client().get(`/${at.owner.username}/${at.slug}/pulls/${number}/versions`)
    expect(versions.status).toBe(200)
    const merged = await as(at.owner).post(`${at.repo}/pulls/${number}/merge`, { merge_method: 'merge' })
    expect(merged.status, merged.text).toBe(200)
  })

  it('go on with the next push that fits, which counts once', async () => {
    const at = await forked()
    await commit(at, 'topic', 2000)
    const { number } = (await offer(at, 'topic')).body
    const next = await commit(at, 'topic', 3000)
    await Promise.all([1, 2, 3].map(() => pullOf(at, number)))
    await eventually(async () => expect((await pullOf(at, number)).mergeable).toBe(true))
    expect(await pullOf(at, number)).toMatchObject({ head_sha: next, changed_files: 2 })
    expect((await attach(as(at.guest), at.repo, 3500)).status).toBe(201)
    expect((await attach(as(at.guest), at.repo, 1500)).status).toBe(413)
  })

  it('of those who may write have what room there is, and no more', async () => {
    const at = await forked()
    const collaborator = `${at.repo}/collaborators/${at.guest.username}`
    await as(at.owner).send('PUT', collaborator, { body: { role: 'Developer' } })
    await commit(at, 'large', 60_000)
    const opened = await openPull(as(at.guest), at.repo, 'large', { source_repo: `${at.guest.username}/${at.slug}` })
    expect(opened.number).toBe(1)
    expect((await attach(as(at.owner), at.repo, 250_000)).status).toBe(201)
    await commit(at, 'more', 100_000)
    const refused = await offer(at, 'more')
    expect(expectFault(refused, 'B', 'too-large', { details: ['quota_bytes: quota_exceeded'] })).toContain(
      `${at.owner.username} uses`,
    )
  })
})
