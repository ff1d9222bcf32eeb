// Merging: the three ways, everything that can be in the way, and many at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { folderOf, gitRefs, grant, knownRefs, newRepo } from '../support/repos.ts'
import { aTime, itemsOf, statusesOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let maintainer: Person
let developer: Person
let reader: Person
let repo: string
let dir: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  maintainer = await newPerson(stithy, 'mai')
  developer = await newPerson(stithy, 'dev')
  reader = await newPerson(stithy, 'rea')
  repo = await newRepo(stithy, ada, 'tool', { is_public: true, auto_init: true })
  dir = await folderOf(stithy, 'ada', 'tool')
  await grant(stithy, 'tool', maintainer, 'Maintainer')
  await grant(stithy, 'tool', developer, 'Developer')
})
afterAll(() => stithy.stop())

function as(who: Person | undefined, form: Form = 'B'): Client {
  return stithy.client(form).as(who?.access)
}

let branches = 0
interface Opened {
  readonly number: number
  readonly branch: string
  readonly head: string
}

/** A pull request of two commits to `main` or another branch. */
async function opened(target = 'main', more: object = {}): Promise<Opened> {
  const at = ++branches
  const branch = `topic-${at}`
  await commitTo(as(ada), repo, [branch, target], { [`file-${at}`]: 'one\n' })
  const head = await commitTo(as(developer), repo, branch, { [`file-${at}`]: 'two\n' })
  const { number } = await openPull(as(developer), repo, branch, { target_branch: target, body: 'Why', ...more })
  return { number, branch, head }
}

function merge(who: Person | undefined, form: Form, number: number, body: object = {}): Promise<Answer> {
  return as(who, form).post(`${repo}/pulls/${number}/merge`, { merge_method: 'merge', ...body })
}

async function tipOf(branch: string): Promise<string> {
  return (await as(ada).get(`${repo}/branches/${branch}`)).body.commit_sha
}

function blocked(answer: Answer, form: Form, ...codes: readonly string[]): void {
  expectFault(answer, form, 'conflict', { codeOfA: 'MERGE_BLOCKED', details: codes.map((code) => `merge: ${code}`) })
}

describe.each(forms)('merging, Form %s', (form) => {
  it('makes a merge commit, with two parents, by whoever pressed the button', async () => {
    const { number, head } = await opened()
    const before = await tipOf('main')
    const answer = await merge(developer, form, number)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({ merged: true, merge_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/) })
    const sha = answer.body.merge_commit_sha
    expect(await tipOf('main')).toBe(sha)
    const { body: commit } = await as(undefined).get(`${repo}/commits/${sha}`)
    expect(commit.parents).toEqual([before, head])
    expect(commit.message.split('\n')[0]).toContain(`(#${number})`)
    const { body: pull } = await as(undefined, form).get(`${repo}/pulls/${number}`)
    expect(pull).toMatchObject({
      state: 'merged',
      merged: true,
      merged_at: aTime,
      merged_by: 'dev',
      merge_commit_sha: sha,
      closed_at: aTime,
      head_sha: head,
      commit_count: 2,
      changed_files: 1,
    })
    const commits = await as(undefined, form).get(`${repo}/pulls/${number}/commits`)
    expect(itemsOf(commits.body)[0]).toMatchObject({ sha: head })
    expect(await knownRefs(stithy, 'tool')).toEqual(await gitRefs(stithy, 'ada', 'tool'))
  })

  it('squashes all into one commit of its author, and thanks the others', async () => {
    const { number, branch } = await opened()
    const before = await tipOf('main')
    const message = { commit_title: 'All of it', commit_message: 'In one' }
    const answer = await merge(maintainer, form, number, { merge_method: 'squash', ...message, delete_branch: true })
    const { body: commit } = await as(undefined).get(`${repo}/commits/${answer.body.merge_commit_sha}`)
    expect(commit.parents).toEqual([before])
    expect(commit.message).toMatch(/^All of it\n\nIn one\n\nCo-authored-by: dev <dev@users\.noreply\.[^>]+>$/)
    expect(commit.author.name).toBe('ada')
    expect(commit.committer.name).toBe('mai')
    expect((await as(ada).get(`${repo}/branches/${branch}`)).status).toBe(404)
    expect((await as(undefined).get(`${repo}/pulls/${number}`)).body).toMatchObject({ state: 'merged' })
    expect(itemsOf((await as(undefined).get(`${repo}/pulls/${number}/files`)).body)).toHaveLength(1)
  })

  it('rebases: a linear history that goes forward', async () => {
    const { number, head } = await opened()
    const before = await tipOf('main')
    const plain = await merge(developer, form, number, { merge_method: 'rebase' })
    // Nothing has happened on the target: the branch itself is the result.
    expect(plain.body.merge_commit_sha).toBe(head)
    const second = await opened()
    await commitTo(as(ada), repo, 'main', { [`elsewhere-${branches}`]: 'x' })
    const rebased = await merge(developer, form, second.number, { merge_method: 'rebase' })
    expect(rebased.status, rebased.text).toBe(200)
    expect(rebased.body.merge_commit_sha).not.toBe(second.head)
    expect(await git(dir, 'rev-list', '--count', '--merges', `${before}..main`)).toBe('0')
    const [newest] = (await git(dir, 'log', '--format=%an %s', '-2', 'main')).split('\n')
    expect(newest).toBe(`dev Change file-${branches}`)
  })

  it('says what is in the way', async () => {
    const unknown = await opened()
    for (const merge_method of ['fast', '', 'Merge']) {
      const answer = await merge(developer, form, unknown.number, { merge_method })
      expectFault(answer, form, 'invalid', { details: ['merge_method: unknown'] })
    }
    expectFault(await as(developer, form).post(`${repo}/pulls/${unknown.number}/merge`, {}), form, 'invalid', {
      details: ['merge_method: required'],
    })
    expectFault(await merge(developer, form, unknown.number, { commit_title: 'a\nb' }), form, 'invalid', {
      details: ['commit_title: format'],
    })
    blocked(await merge(developer, form, unknown.number, { head_sha: '0'.repeat(40) }), form, 'head_changed')
    blocked(await merge(developer, form, unknown.number, { head_sha: '--exec=x' }), form, 'head_changed')
    expectFault(await merge(reader, form, unknown.number), form, 'forbidden')
    expectFault(await merge(undefined, form, unknown.number), form, 'unauthorized')
    expectFault(await merge(developer, form, 999_999), form, 'missing', { codeOfA: 'PULL_NOT_FOUND' })
    const draft = await opened('main', { draft: true })
    blocked(await merge(developer, form, draft.number), form, 'draft')
    await as(developer).send('PATCH', `${repo}/pulls/${draft.number}`, { body: { state: 'closed' } })
    blocked(await merge(developer, form, draft.number), form, 'closed')
    const contested = await opened()
    await commitTo(as(ada), repo, 'main', { [`file-${branches}`]: 'theirs\n' })
    blocked(await merge(developer, form, contested.number), form, 'conflict')
    expect((await settled(as(undefined), repo, contested.number)).conflicts).toEqual([`file-${branches}`])
    blocked(await merge(developer, form, contested.number, { merge_method: 'rebase' }), form, 'conflict')
    expect(await knownRefs(stithy, 'tool')).toEqual(await gitRefs(stithy, 'ada', 'tool'))
  })

  it('answers the same call with the same result, and every other with already_merged', async () => {
    const { number, head } = await opened()
    const input = { merge_method: 'squash', head_sha: head }
    const first = await merge(developer, form, number, input)
    expect(first.status, first.text).toBe(200)
    const again = await merge(developer, form, number, input)
    expect([again.status, again.body]).toEqual([200, first.body])
    blocked(await merge(developer, form, number, { merge_method: 'merge', head_sha: head }), form, 'already_merged')
    blocked(await merge(maintainer, form, number, input), form, 'already_merged')
  })
})

describe('a protected branch', () => {
  let protection: string
  let target = ''

  async function protect(settings: object): Promise<void> {
    target = `stable-${++branches}`
    await as(ada).post(`${repo}/branches`, { name: target, from: 'main' })
    const made = await as(maintainer).post(`${repo}/branch-protections`, { pattern: target, ...settings })
    protection = `${repo}/branch-protections/${made.body.id}`
  }

  it('is merged into by the role that it asks for, although nobody may push to it', async () => {
    await protect({ push_role: 'Nobody' })
    const { number } = await opened(target)
    expectFault(await merge(developer, 'A', number), 'A', 'forbidden', { details: ['merge: protected'] })
    expect((await merge(maintainer, 'A', number)).status).toBe(200)
    await as(maintainer).send('PATCH', protection, { body: { merge_role: 'Developer' } })
    const second = await opened(target)
    expect((await merge(developer, 'A', second.number)).status).toBe(200)
  })

  it('waits for the checks that it asks for', async () => {
    await protect({ merge_role: 'Developer', required_checks: ['test', 'lint'] })
    const { number, branch, head } = await opened(target)
    const report = (sha: string, context: string, state: string) =>
      as(developer).post(`${repo}/commits/${sha}/statuses`, { context, state })
    blocked(await merge(developer, 'A', number), 'A', 'checks_pending')
    await report(head, 'test', 'failure')
    blocked(await merge(developer, 'A', number), 'A', 'checks_failed', 'checks_pending')
    await report(head, 'lint', 'error')
    blocked(await merge(developer, 'A', number), 'A', 'checks_failed')
    await report(head, 'lint', 'success')
    await report(head, 'test', 'pending')
    blocked(await merge(developer, 'A', number), 'A', 'checks_pending')
    await report(head, 'test', 'success')
    // What was said of one commit does not hold for the next.
    const next = await commitTo(as(ada), repo, branch, { later: 'x' })
    blocked(await merge(developer, 'A', number), 'A', 'checks_pending')
    for (const context of ['test', 'lint', 'other'])
      await report(next, context, context === 'other' ? 'error' : 'success')
    expect((await merge(developer, 'A', number)).status).toBe(200)
  })

  it('is not deleted together with a merge', async () => {
    await protect({ merge_role: 'Developer' })
    const { number } = await opened(target)
    const outward = await openPull(as(ada), repo, target, { target_branch: 'main' }).catch(() => null)
    expect(outward).toBeNull()
    expect((await merge(developer, 'A', number)).status).toBe(200)
    const back = await openPull(as(maintainer), repo, target, { target_branch: 'main' })
    const merged = await merge(maintainer, 'A', back.number, { delete_branch: true })
    expect(merged.status, merged.text).toBe(200)
    expect((await as(ada).get(`${repo}/branches/${target}`)).status).toBe(200)
  })
})

describe('at the same time', () => {
  it('many who merge one pull request make one commit', async () => {
    const { number } = await opened()
    const before = await tipOf('main')
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => merge(developer, 'A', number, { merge_method: 'squash' })),
      ...Array.from({ length: 3 }, () => merge(maintainer, 'A', number)),
    ])
    // Whoever has won and asks for the same once more, a moment later, hears the same once more; all others do not.
    const won = answers.filter(({ status }) => status === 200)
    const ofOnePerson = [answers.slice(0, 3), answers.slice(3)].some((own) => won.every((one) => own.includes(one)))
    expect([won.length > 0, ofOnePerson]).toEqual([true, true])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await git(dir, 'rev-list', '--count', '--first-parent', `${before}..main`)).toBe('1')
    for (const one of won) expect(await tipOf('main')).toBe(one.body.merge_commit_sha)
  })

  it('many pull requests into one branch are all merged, each once', async () => {
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => opened()))
    const answers = await Promise.all(
      all.map(({ number }, at) =>
        merge(developer, 'A', number, { merge_method: ['merge', 'squash', 'rebase'][at % 3] }),
      ),
    )
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200])
    for (const { number } of all) {
      expect((await as(undefined).get(`${repo}/pulls/${number}`)).body.state).toBe('merged')
    }
    expect(await knownRefs(stithy, 'tool')).toEqual(await gitRefs(stithy, 'ada', 'tool'))
  })
})

describe('issues that it says it closes', () => {
  it('are closed when it is merged into the default branch, by its text and its commits', async () => {
    const [first, second] = await Promise.all(
      ['One', 'Two'].map(async (title) => (await as(ada).post(`${repo}/issues`, { title })).body.number),
    )
    const { number } = await opened('main', { body: `Fixes #${first}, and closes #${second}` })
    expect((await merge(developer, 'B', number)).status).toBe(200)
    await eventually(async () => {
      for (const issue of [first, second]) {
        expect((await as(undefined).get(`${repo}/issues/${issue}`)).body).toMatchObject({ state: 'closed' })
      }
    })
  })
})

describe('issues that it names in an example', () => {
  it.each(['merge', 'squash'])(
    'stay open when it is merged (%s): in code, and where nobody sees it',
    async (method) => {
      const issue = async (): Promise<number> => (await as(ada).post(`${repo}/issues`, { title: 'One' })).body.number
      const [said, hidden, code, title] = [await issue(), await issue(), await issue(), await issue()]
      const body = `Fixes #${said}\n\n<!-- Fixes #${hidden} -->\n\nWrite \`fixes #${code}\` for that.`
      const { number } = await opened('main', { title: `Says what \`fixes #${title}\` does`, body })
      expect((await merge(developer, 'B', number, { merge_method: method })).status).toBe(200)
      await eventually(async () => {
        expect(await stithy.app.db.selectFrom('jobs').select('name').execute()).toEqual([])
      })
      const states = [said, hidden, code, title].map(
        async (one) => (await as(undefined).get(`${repo}/issues/${one}`)).body.state,
      )
      expect(await Promise.all(states)).toEqual(['closed', 'open', 'open', 'open'])
    },
  )

  it('are closed by a commit: that is no Markdown', async () => {
    const issue = (await as(ada).post(`${repo}/issues`, { title: 'One' })).body.number
    const content = { branch: 'main', content: 'eA==', message: `Say \`fixes #${issue}\`` }
    expect((await as(ada).send('PUT', `${repo}/contents/said.txt`, { body: content })).status).toBe(201)
    await eventually(async () => {
      expect((await as(undefined).get(`${repo}/issues/${issue}`)).body.state).toBe('closed')
    })
  })
})

describe('a fork', () => {
  it('is merged from, also when it is gone', async () => {
    const forked = await as(reader).post(`${repo}/forks`, { slug: 'mine' })
    expect(forked.status, forked.text).toBe(201)
    const head = await commitTo(as(reader), 'repos/rea/mine', ['fix', 'main'], { fixed: 'one\n' })
    const { number } = await openPull(as(reader), repo, 'rea:fix')
    expectFault(await merge(reader, 'A', number), 'A', 'forbidden')
    await as(reader).send('DELETE', 'repos/rea/mine')
    const merged = await merge(developer, 'A', number, { head_sha: head, delete_branch: true })
    expect(merged.status, merged.text).toBe(200)
    expect(await git(dir, 'show', 'main:fixed')).toBe('one')
  })
})

describe('bringing a branch up to date', () => {
  it('merges the target into it, or rebases it, for those who may push there', async () => {
    for (const method of ['merge', 'rebase']) {
      const { number, head } = await opened()
      const same = await as(developer).post(`${repo}/pulls/${number}/update-branch`, { method })
      expect([same.status, same.body.head_sha]).toEqual([200, head])
      const target = await commitTo(as(ada), repo, 'main', { [`news-${branches}`]: 'x' })
      expectFault(await as(reader).post(`${repo}/pulls/${number}/update-branch`, { method }), 'B', 'forbidden')
      const moved = await as(developer).post(`${repo}/pulls/${number}/update-branch`, { method, head_sha: head })
      expect(moved.status, moved.text).toBe(200)
      expect(moved.body).toMatchObject({ version: 2, merge_base: target, changed_files: 1 })
      expect(moved.body.commit_count).toBe(method === 'merge' ? 3 : 2)
      const stale = await as(developer).post(`${repo}/pulls/${number}/update-branch`, { method, head_sha: head })
      blocked(stale, 'B', 'head_changed')
    }
    const { number } = await opened()
    await commitTo(as(ada), repo, 'main', { [`file-${branches}`]: 'theirs\n' })
    blocked(await as(developer).post(`${repo}/pulls/${number}/update-branch`, {}), 'B', 'conflict')
  })
})

describe('merging by itself', () => {
  it('happens when the checks have passed, and not after a push', async () => {
    const { number, head, branch } = await opened()
    const report = (sha: string, state: string) =>
      as(developer).post(`${repo}/commits/${sha}/statuses`, { context: 'ci', state })
    await report(head, 'pending')
    const path = `${repo}/pulls/${number}/auto-merge`
    const set = (who: Person) => as(who).send('PUT', path, { body: { merge_method: 'squash' } })
    expectFault(await set(reader), 'B', 'forbidden')
    const waiting = await set(developer)
    expect(waiting.body).toMatchObject({ state: 'open', auto_merge: { enabled_by: 'dev', merge_method: 'squash' } })
    const next = await commitTo(as(ada), repo, branch, { more: String(number) })
    expect((await as(undefined).get(`${repo}/pulls/${number}`)).body.auto_merge).toBeNull()
    await report(next, 'pending')
    await set(developer)
    expect((await as(developer).send('DELETE', path)).status).toBe(204)
    await set(developer)
    await report(next, 'success')
    await eventually(async () => {
      const { body } = await as(undefined).get(`${repo}/pulls/${number}`)
      expect(body).toMatchObject({ state: 'merged', merged_by: 'dev' })
    })
    blocked(await set(developer), 'B', 'already_merged')
    const free = await opened()
    expect(
      (await as(developer).send('PUT', `${repo}/pulls/${free.number}/auto-merge`, { body: { merge_method: 'merge' } }))
        .status,
    ).toBe(200)
    await eventually(async () => {
      expect((await as(undefined).get(`${repo}/pulls/${free.number}`)).body.state).toBe('merged')
    })
  })

  it('ends when the pull request goes into another branch: nobody asked for that', async () => {
    await as(ada).post(`${repo}/branches`, { name: 'side', source: 'main' })
    const { number, head } = await opened('side')
    const report = (state: string) => as(developer).post(`${repo}/commits/${head}/statuses`, { context: 'ci', state })
    const pull = `${repo}/pulls/${number}`
    await report('pending')
    const set = await as(maintainer).send('PUT', `${pull}/auto-merge`, { body: { merge_method: 'merge' } })
    expect(set.body).toMatchObject({ auto_merge: { enabled_by: 'mai' } })
    const moved = await as(developer).send('PATCH', pull, { body: { target_branch: 'main' } })
    expect(moved.body).toMatchObject({ target_branch: 'main', auto_merge: null })
    const page = await as(undefined).get(`/ada/tool/pulls/${number}`)
    expect(page.text).toContain('turned off auto-merge')
    const before = await tipOf('main')
    await report('success')
    const later = await opened('side')
    await as(maintainer).send('PUT', `${repo}/pulls/${later.number}/auto-merge`, { body: { merge_method: 'merge' } })
    await eventually(async () => {
      expect((await as(undefined).get(`${repo}/pulls/${later.number}`)).body.state).toBe('merged')
    })
    expect((await as(undefined).get(pull)).body.state).toBe('open')
    expect(await tipOf('main')).toBe(before)
  })
})

describe('how a repository wants to be merged', () => {
  const all = {
    merge_methods: ['merge', 'squash', 'rebase'],
    default_merge_method: 'merge',
    delete_branch_on_merge: false,
  }
  const set = (who: Person, body: object, form: Form = 'B') =>
    as(who, form).send('PATCH', `${repo}/merge-settings`, { body })
  afterAll(() => set(ada, all))

  it.each(forms)('is a maintainer’s to say, and for all others as it was, in Form %s', async (form) => {
    const settings = () => as(developer, form).get(`${repo}/merge-settings`)
    expect((await settings()).body).toEqual(all)
    expectFault(await as(reader, form).get(`${repo}/merge-settings`), form, 'forbidden')
    expectFault(await set(developer, { delete_branch_on_merge: true }, form), form, 'forbidden')
    expectFault(await set(maintainer, { merge_methods: [] }, form), form, 'invalid', {
      details: ['merge_methods: too_few'],
    })
    const other = { merge_methods: ['squash'], default_merge_method: 'merge' }
    expectFault(await set(maintainer, other, form), form, 'invalid', { details: ['default_merge_method: not_allowed'] })
    const changed = await set(maintainer, { merge_methods: ['rebase', 'squash'], delete_branch_on_merge: true }, form)
    const expected = {
      merge_methods: ['squash', 'rebase'],
      default_merge_method: 'squash',
      delete_branch_on_merge: true,
    }
    expect([changed.status, changed.body]).toEqual([200, expected])
    expect((await settings()).body).toEqual(expected)
    const fork = await as(maintainer, form).post(`${repo}/forks`, { name: `fork-${form}` })
    expect(fork.status, fork.text).toBe(201)
    expect((await as(maintainer, form).get(`repos/mai/fork-${form}/merge-settings`)).body).toEqual(all)
    await set(ada, all)
  })

  it.each(forms)('is asked of every merge, also of one that waited for it, in Form %s', async (form) => {
    const { number, head } = await opened()
    const report = (state: string) => as(developer).post(`${repo}/commits/${head}/statuses`, { context: 'ci', state })
    const auto = (merge_method: string) =>
      as(developer, form).send('PUT', `${repo}/pulls/${number}/auto-merge`, { body: { merge_method } })
    await report('pending')
    expect((await auto('merge')).status).toBe(200)
    await set(maintainer, { merge_methods: ['squash'] })
    await report('success')
    blocked(await merge(developer, form, number), form, 'method_not_allowed')
    blocked(await auto('rebase'), form, 'method_not_allowed')
    const page = await stithy.client().get(`/ada/tool/pulls/${number}`, { cookie: developer.cookie })
    expect(page.text).toContain('A merge commit is not allowed in this repository. Choose squash.')
    expect((await as(developer).get(`${repo}/pulls/${number}`)).body.state).toBe('open')
    const merged = await merge(developer, form, number, { merge_method: 'squash' })
    expect(merged.status, merged.text).toBe(200)
    await set(ada, all)
  })
})

describe('the result', () => {
  it('can be fetched with git, and a token for pull requests is enough to merge', async () => {
    const { number } = await opened()
    const token = await newToken(as(developer), ['pulls:write'])
    const answer = await stithy.client().as(token).post(`${repo}/pulls/${number}/merge`, { merge_method: 'merge' })
    expect(answer.status, answer.text).toBe(200)
    const tree = await newFolder()
    const read = await newToken(as(developer), ['repo:read'])
    await git(tree, 'clone', '-q', addressOf(stithy, read, 'ada/tool'), '.')
    expect(await git(tree, 'rev-parse', 'HEAD')).toBe(answer.body.merge_commit_sha)
  })
})
