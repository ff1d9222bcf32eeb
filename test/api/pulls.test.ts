// Pull requests: opened, listed, changed, closed, and how they follow their branches.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { addressOf, git, newFolder, tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { gitRefs, grant, knownRefs, newRepo } from '../support/repos.ts'
import { anId, aTime, itemsOf, statusesOf } from '../support/shapes.ts'
import { gitSsh, newKeyPair, sshUrl } from '../support/ssh.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let developer: Person
let reader: Person
let repo: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  developer = await newPerson(stithy, 'dev')
  reader = await newPerson(stithy, 'rea')
  repo = await newRepo(stithy, ada, 'tool', { is_public: true, auto_init: true })
  await grant(stithy, 'tool', developer, 'Developer')
})
afterAll(() => stithy.stop())

function as(who: Person | undefined, form: Form = 'B'): Client {
  return stithy.client(form).as(who?.access)
}

let branches = 0
async function newBranch(files: Record<string, string> = {}): Promise<string> {
  const name = `topic/${++branches}`
  await commitTo(as(ada), repo, [name, 'main'], { [`file-${branches}`]: 'one\ntwo\n', ...files })
  return name
}

async function newBranchOn(base: string): Promise<string> {
  const name = `topic/${++branches}`
  await commitTo(as(ada), repo, [name, base], { [`file-${branches}`]: 'one\n' })
  return name
}

/** Answers of calls that begin while nobody can change a thread; each has come to where it waits before the next begins. */
async function whileHeld(calls: readonly (() => Promise<Answer>)[]): Promise<readonly Answer[]> {
  const held = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const holding = inTransaction(stithy.app, async (tx) => {
    await tx
      .updateTable('repos')
      .set((eb) => ({ threads_version: eb('threads_version', '+', 1) }))
      .where('slug', '=', 'tool')
      .execute()
    held.resolve()
    await done.promise
  })
  await held.promise
  const answers: Promise<Answer>[] = []
  for (const call of calls) {
    answers.push(call())
    await sleep(300)
  }
  done.resolve()
  await holding
  return Promise.all(answers)
}

describe.each(forms)('a pull request, Form %s', (form) => {
  it('is opened, read by everybody, changed, closed and opened again', async () => {
    const branch = await newBranch()
    const main = (await as(ada).get(`${repo}/branches/main`)).body.commit_sha
    const head = (await as(ada).get(`${repo}/branches/${branch}`)).body.commit_sha
    const input = { title: 'Take this', body: '**Please**', source_branch: branch, target_branch: 'main' }
    const made = await as(developer, form).post(`${repo}/pulls`, input)
    expect(made.status, made.text).toBe(201)
    const fresh = {
      id: anId[form],
      number: expect.any(Number),
      ...input,
      state: 'open',
      draft: false,
      author: 'dev',
      source_repo: 'ada/tool',
      head_sha: head,
      merge_base: main,
      mergeable: null,
      conflicts: [],
      merged: false,
      merged_at: null,
      merged_by: null,
      merge_commit_sha: null,
      auto_merge: null,
      labels: [],
      assignees: [],
      milestone: null,
      requested_reviewers: [],
      locked: false,
      comment_count: 0,
      commit_count: 1,
      version: 1,
      additions: 2,
      deletions: 0,
      changed_files: 1,
      created_at: aTime,
      updated_at: aTime,
      closed_at: null,
      closed_by: null,
    }
    expect(made.body).toEqual(fresh)
    const path = `${repo}/pulls/${made.body.number}`
    const known = await settled(as(undefined, form), repo, made.body.number)
    expect(known).toEqual({ ...fresh, mergeable: true })
    expect(itemsOf((await as(undefined, form).get(`${repo}/pulls`)).body)[0]).toEqual(known)
    const patch = (body: object, who = developer) => as(who, form).send('PATCH', path, { body })
    const changed = await patch({ title: ' New ', body: 'Better', draft: true })
    expect(changed.status, changed.text).toBe(200)
    expect(changed.body).toMatchObject({ title: 'New', body: 'Better', draft: true, state: 'open', head_sha: head })
    const closed = await patch({ state: 'closed' })
    expect(closed.body).toMatchObject({ state: 'closed', closed_at: aTime, closed_by: 'dev', merged: false })
    expect((await patch({ state: 'closed' })).status).toBe(200)
    const reopened = await patch({ state: 'open', draft: false })
    expect(reopened.body).toMatchObject({ state: 'open', closed_at: null, closed_by: null, draft: false, version: 1 })
    for (const [state, there] of [
      ['open', true],
      ['closed', false],
      ['merged', false],
      ['all', true],
    ] as const) {
      const list = await as(undefined, form).get(`${repo}/pulls?state=${state}&source_branch=${branch}`)
      expect(itemsOf(list.body)).toHaveLength(there ? 1 : 0)
    }
  })

  it('has its files, its diff and its commits', async () => {
    const branch = await newBranch({ 'changes.md': 'changed\n' })
    await commitTo(as(ada), repo, branch, { 'docs/more.md': 'more\n' })
    const { number } = await openPull(as(developer), repo, branch)
    for (const what of ['files', 'diff']) {
      const files = itemsOf((await as(undefined, form).get(`${repo}/pulls/${number}/${what}`)).body)
      expect(files.map((file) => file['path'])).toEqual(['changes.md', 'docs/more.md', `file-${branches}`])
      expect(files[1]).toMatchObject({ status: 'added', additions: 1, patch: expect.stringContaining('+more') })
    }
    const commits = await as(undefined, form).get(`${repo}/pulls/${number}/commits`)
    expect(itemsOf(commits.body).map((one) => String(one['message']).trim())).toEqual([
      'Change docs/more.md',
      `Change file-${branches}, changes.md`,
    ])
    expect(commits.headers.get('x-total-count')).toBe('2')
  })

  it('makes sense, or is refused', async () => {
    const branch = await newBranch()
    const client = as(developer, form)
    const input = { title: 'x', body: '', source_branch: branch, target_branch: 'main' }
    for (const [change, detail, codeOfA] of [
      [{ title: undefined }, 'title: required'],
      [{ title: ' ' }, 'title: required'],
      [{ title: 'a\nb' }, 'title: format'],
      [{ title: 'x'.repeat(256) }, 'title: too_long'],
      [{ body: 'x'.repeat(65_537) }, 'body: too_long'],
      [{ title: ['x'] }, 'title: type'],
      [{ source_branch: undefined }, 'source_branch: required'],
      [{ source_branch: 'main' }, 'source_branch: same'],
      [{ source_branch: 'none' }, 'source_branch: unknown', 'BRANCH_NOT_FOUND'],
      [{ source_branch: '--exec=x' }, 'source_branch: unknown', 'BRANCH_NOT_FOUND'],
      [{ source_branch: '-h' }, 'source_branch: unknown', 'BRANCH_NOT_FOUND'],
      [{ source_branch: '../main' }, 'source_branch: unknown', 'BRANCH_NOT_FOUND'],
      [{ target_branch: 'none' }, 'target_branch: unknown', 'BRANCH_NOT_FOUND'],
      [{ target_branch: '--exec=x' }, 'target_branch: unknown', 'BRANCH_NOT_FOUND'],
      [{ source_branch: 'main', target_branch: branch }, 'source_branch: no_commits'],
      [{ source_repo: 'nobody/tool' }, 'source_repo: unknown'],
      [{ source_repo: 'x' }, 'source_repo: format'],
      [{ source_branch: 'nobody:x' }, 'source_repo: unknown'],
    ] as const) {
      const answer = await client.post(`${repo}/pulls`, { ...input, ...change })
      expectFault(answer, form, 'invalid', { details: [detail], ...(codeOfA === undefined ? {} : { codeOfA }) })
    }
    const answers = await Promise.all(Array.from({ length: 4 }, () => client.post(`${repo}/pulls`, input)))
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409])
    const twice = await client.post(`${repo}/pulls`, input)
    expectFault(twice, form, 'conflict', { codeOfA: 'PULL_EXISTS', details: ['source_branch: taken'] })
    const number = answers.find((one) => one.status === 201)?.body.number
    const patch = (body: object) => client.send('PATCH', `${repo}/pulls/${number}`, { body })
    expectFault(await patch({ target_branch: branch }), form, 'invalid', { details: ['target_branch: same'] })
    expectFault(await patch({ target_branch: 'none' }), form, 'invalid', {
      codeOfA: 'BRANCH_NOT_FOUND',
      details: ['target_branch: unknown'],
    })
    expectFault(await patch({ state: 'merged' }), form, 'invalid', { details: ['state: unknown'] })
    expectFault(await patch({ title: '' }), form, 'invalid', { details: ['title: required'] })
    for (const wrong of ['0', '999999', 'x', '-1', '1.5', '99999999999999999999', '%20']) {
      expectFault(await client.get(`${repo}/pulls/${wrong}`), form, 'missing', { codeOfA: 'PULL_NOT_FOUND' })
    }
    expectFault(await client.get(`${repo}/pulls?state=x`), form, 'invalid', { details: ['state: unknown'] })
  })

  it('is opened by those who may push, changed by them and its author, and seen by who sees the repository', async () => {
    const branch = await newBranch()
    const input = { title: 'x', body: '', source_branch: branch, target_branch: 'main' }
    expectFault(await as(reader, form).post(`${repo}/pulls`, input), form, 'forbidden')
    expectFault(await as(undefined, form).post(`${repo}/pulls`, input), form, 'unauthorized')
    const { number } = await openPull(as(developer), repo, branch)
    const path = `${repo}/pulls/${number}`
    expectFault(await as(reader, form).send('PATCH', path, { body: { title: 'y' } }), form, 'forbidden')
    expect((await as(ada, form).send('PATCH', path, { body: { title: 'y' } })).status).toBe(200)
    for (const scope of ['repo:write', 'issues:write']) {
      const token = await newToken(as(developer), [scope])
      const answer = await stithy.client(form).as(token).get(path)
      expectFault(answer, form, 'forbidden', { codeOfA: 'INSUFFICIENT_SCOPE' })
    }
    const secret = await newRepo(stithy, ada, `secret-${form}`, { auto_init: true })
    await commitTo(as(ada), secret, ['topic', 'main'], { a: 'a' })
    const hidden = await openPull(as(ada), secret, 'topic')
    expectFault(await as(developer, form).get(`${secret}/pulls/${hidden.number}`), form, 'missing', {
      codeOfA: 'REPO_NOT_FOUND',
    })
    // The number of another repository's pull request is nothing here.
    const other = await newRepo(stithy, ada, `other-${form}`, { auto_init: true })
    expectFault(await as(ada, form).get(`${other}/pulls/${hidden.number}`), form, 'missing', {
      codeOfA: 'PULL_NOT_FOUND',
    })
  })
})

describe('a pull request has what issues have', () => {
  it('labels, assignees, a milestone, a lock, and is found by them', async () => {
    const branch = await newBranch()
    await as(ada).post(`${repo}/labels`, { name: 'urgent', color: '#ff0000', type: 'pull' })
    await as(ada).post(`${repo}/labels`, { name: 'question', color: '#00ff00', type: 'issue' })
    await as(ada).post(`${repo}/milestones`, { title: 'First' })
    const managed = { labels: ['urgent'], assignees: ['rea'], milestone: 'First' }
    const made = await openPull(as(developer), repo, branch, managed)
    expect(made).toMatchObject({
      labels: [{ name: 'urgent', color: '#ff0000', type: 'pull' }],
      assignees: ['rea'],
      milestone: 'First',
    })
    const path = `${repo}/pulls/${made.number}`
    for (const query of [
      'labels=urgent',
      'assignee=rea&target_branch=main',
      'milestone=First',
      `author=dev&q=Take`,
      `source_branch=${branch}&labels=urgent&q=take`,
      `draft=false&labels=urgent&sort=updated`,
    ]) {
      const list = await as(undefined).get(`${repo}/pulls?${query}`)
      expect(
        itemsOf(list.body).map((one) => one['number']),
        query,
      ).toContain(made.number)
    }
    for (const query of ['labels=urgent,question', 'assignee=dev', 'draft=true', 'reviewer=rea', 'author=nobody']) {
      expect(itemsOf((await as(undefined).get(`${repo}/pulls?${query}`)).body), query).toEqual([])
    }
    const patch = (who: Person, body: object) => as(who).send('PATCH', path, { body })
    expectFault(await patch(developer, { labels: ['question'] }), 'B', 'invalid', { details: ['labels: unknown'] })
    const cleared = await patch(developer, { labels: [], assignees: [], milestone: null, locked: true })
    expect(cleared.body).toMatchObject({ labels: [], assignees: [], milestone: null, locked: true })
    // Issues do not show pull requests, and the other way round.
    expect((await as(undefined).get(`${repo}/issues/${made.number}`)).status).toBe(404)
    const issue = await as(ada).post(`${repo}/issues`, { title: 'No pull' })
    expect((await as(undefined).get(`${repo}/pulls/${issue.body.number}`)).status).toBe(404)
    expect(issue.body.number).toBe(made.number + 1)
  })
})

describe('a pull request follows its branches', () => {
  it('has a new head at once after a push, and keeps every version of its series', async () => {
    const token = await newToken(as(developer), ['repo:write'])
    const tree = await newFolder()
    await git(tree, 'clone', '-q', addressOf(stithy, token, 'ada/tool'), '.')
    await git(tree, 'checkout', '-qb', 'pushed')
    const heads: string[] = []
    for (const text of ['one', 'two', 'three']) {
      await git(tree, 'commit', '-q', '--allow-empty', ...(text === 'one' ? [] : ['--amend']), '-m', text)
      await git(tree, 'push', '-qf', 'origin', 'pushed')
      heads.push(await git(tree, 'rev-parse', 'HEAD'))
      if (text === 'one') await openPull(as(developer), repo, 'pushed')
      const [listed] = itemsOf((await as(undefined).get(`${repo}/pulls?source_branch=pushed`)).body)
      expect(listed).toMatchObject({ head_sha: heads.at(-1), version: heads.length })
      const read = await as(undefined).get(`${repo}/pulls/${String(listed?.['number'])}`)
      expect(read.body).toMatchObject({ head_sha: heads.at(-1), version: heads.length, commit_count: 1 })
      // It can be fetched from the repository itself.
      const shown = await git(tree, 'ls-remote', 'origin', `refs/pull/${read.body.number}/*`)
      expect(shown).toBe(`${heads.at(-1)}\trefs/pull/${read.body.number}/head`)
    }
    const refs = await gitRefs(stithy, 'ada', 'tool')
    expect(heads.every((head) => Object.values(refs).includes(head))).toBe(true)
    expect(await knownRefs(stithy, 'tool')).toEqual(refs)
    const [pull] = itemsOf((await as(undefined).get(`${repo}/pulls?source_branch=pushed`)).body)
    const refused = await tryGit(tree, 'push', 'origin', `HEAD:refs/pull/${String(pull?.['number'])}/head`)
    expect(refused.code).not.toBe(0)
  })

  it('knows the files that are in its way, and that they are not any more', async () => {
    const branch = await newBranch({ contested: 'mine\n' })
    const { number } = await openPull(as(developer), repo, branch)
    expect((await settled(as(undefined), repo, number)).mergeable).toBe(true)
    await commitTo(as(ada), repo, 'main', { contested: 'theirs\n' })
    const blocked = await eventually(async () => {
      const { body } = await as(undefined).get(`${repo}/pulls/${number}`)
      expect(body.mergeable).toBe(false)
      return body
    })
    expect(blocked.conflicts).toEqual(['contested'])
    await commitTo(as(ada), repo, branch, { contested: 'theirs\n' })
    expect(await settled(as(undefined), repo, number)).toMatchObject({ mergeable: true, conflicts: [] })
  })

  it('is merged when its commits come to the target by a push', async () => {
    const token = await newToken(as(ada), ['repo:write'])
    const tree = await newFolder()
    await git(tree, 'clone', '-q', addressOf(stithy, token, 'ada/tool'), '.')
    const pulls: { number: number; head: string }[] = []
    for (const name of ['forward', 'by-merge']) {
      await git(tree, 'checkout', '-q', '-b', name, 'origin/main')
      await git(tree, 'commit', '-q', '--allow-empty', '-m', name)
      await git(tree, 'push', '-q', 'origin', name)
      const { number } = await openPull(as(developer), repo, name)
      pulls.push({ number, head: await git(tree, 'rev-parse', 'HEAD') })
    }
    await git(tree, 'checkout', '-q', 'main')
    await git(tree, 'merge', '-q', '--ff-only', 'forward')
    await git(tree, 'merge', '-q', '--no-ff', '-m', 'Take it', 'by-merge')
    const tip = await git(tree, 'rev-parse', 'HEAD')
    await git(tree, 'commit', '-q', '--allow-empty', '-m', 'go on')
    await git(tree, 'push', '-q', 'origin', 'main')
    for (const [at, { number, head }] of pulls.entries()) {
      const { body } = await as(undefined).get(`${repo}/pulls/${number}`)
      expect(body).toMatchObject({ state: 'merged', merged: true, merged_by: 'ada', merged_at: aTime, head_sha: head })
      expect(body.merge_commit_sha).toBe(at === 0 ? head : tip)
      expect(body.commit_count).toBe(1)
      const again = await as(ada).send('PATCH', `${repo}/pulls/${number}`, { body: { state: 'open' } })
      expectFault(again, 'B', 'conflict')
    }
  })

  it('is closed when its branch is deleted, stays readable, and comes back with the branch', async () => {
    const branch = await newBranch()
    const { number, head_sha: head } = await openPull(as(developer), repo, branch)
    expect((await as(ada).send('DELETE', `${repo}/branches/${branch}`)).status).toBe(204)
    const { body } = await as(undefined).get(`${repo}/pulls/${number}`)
    expect(body).toMatchObject({ state: 'closed', head_sha: head, closed_by: 'ada' })
    expect(itemsOf((await as(undefined).get(`${repo}/pulls/${number}/files`)).body)).toHaveLength(1)
    const reopen = () => as(developer).send('PATCH', `${repo}/pulls/${number}`, { body: { state: 'open' } })
    expectFault(await reopen(), 'B', 'conflict')
    await as(ada).post(`${repo}/branches`, { name: branch, from: head })
    expect((await reopen()).body).toMatchObject({ state: 'open', head_sha: head, version: 1 })
  })

  it('goes where the branch went that it was for, once that is merged and deleted', async () => {
    const first = await newBranch()
    const second = await newBranchOn(first)
    const third = await newBranchOn(second)
    const { number } = await openPull(as(ada), repo, first)
    const next = await openPull(as(ada), repo, second, { target_branch: first })
    const last = await openPull(as(ada), repo, third, { target_branch: second })
    const approved = await as(developer).post(`${repo}/pulls/${next.number}/reviews`, { event: 'approve' })
    expect(approved.status, approved.text).toBe(201)
    const taking = { merge_method: 'merge', delete_branch: true }
    expect((await as(ada).post(`${repo}/pulls/${number}/merge`, taking)).status).toBe(200)
    const led = await eventually(async () => {
      const { body } = await as(ada).get(`${repo}/pulls/${next.number}`)
      expect(body.target_branch).toBe('main')
      return body
    })
    expect(led).toMatchObject({ state: 'open', head_sha: next.head_sha, changed_files: 1 })
    expect((await as(ada).get(`${repo}/pulls/${last.number}`)).body.target_branch).toBe(second)
    // As whenever a target changes: what was approved for another branch was not for this one.
    expect(itemsOf((await as(ada).get(`${repo}/pulls/${next.number}/reviews`)).body)).toMatchObject([
      { state: 'approved', dismissed: true },
    ])
    expect((await as(undefined).get(`/ada/tool/pulls/${next.number}`)).text).toContain('changed the target')
    // Another is open for the branches that it would go on with: it stays, and says why.
    await openPull(as(ada), repo, third)
    await settled(as(ada), repo, next.number)
    expect((await as(ada).post(`${repo}/pulls/${next.number}/merge`, taking)).status).toBe(200)
    await eventually(async () => {
      expect((await as(ada).get(`${repo}/pulls/${last.number}`)).body).toMatchObject({ mergeable: false })
    })
    expect((await as(ada).get(`/ada/tool/pulls/${last.number}`)).text).toContain(`${second} is gone`)
  })

  it('says that the branch is gone that it was for, until that is back', async () => {
    const base = await newBranch()
    const branch = await newBranchOn(base)
    const { number } = await openPull(as(ada), repo, branch, { target_branch: base })
    expect((await settled(as(ada), repo, number)).mergeable).toBe(true)
    const { commit_sha: sha } = (await as(ada).get(`${repo}/branches/${base}`)).body
    expect((await as(ada).send('DELETE', `${repo}/branches/${base}`)).status).toBe(204)
    expect((await as(ada).get(`/ada/tool/pulls/${number}`)).text).toContain(`${base} is gone`)
    expectFault(await as(ada).post(`${repo}/pulls/${number}/merge`, { merge_method: 'merge' }), 'B', 'conflict', {
      details: ['merge: conflict'],
    })
    await eventually(async () => {
      expect((await as(ada).get(`${repo}/pulls/${number}`)).body).toMatchObject({ state: 'open', mergeable: false })
    })
    expect((await as(ada).post(`${repo}/branches`, { name: base, source: sha })).status).toBe(201)
    await eventually(async () => {
      expect((await as(ada).get(`${repo}/pulls/${number}`)).body).toMatchObject({ mergeable: true })
    })
    expect((await as(ada).get(`/ada/tool/pulls/${number}`)).text).not.toContain('is gone')
  })

  it('goes to another branch, which another one must not be open for', async () => {
    const branch = await newBranch()
    await as(ada).post(`${repo}/branches`, { name: `stable-${branches}`, from: 'main' })
    const { number } = await openPull(as(developer), repo, branch)
    const moved = await as(developer).send('PATCH', `${repo}/pulls/${number}`, {
      body: { target_branch: `stable-${branches}` },
    })
    expect(moved.body).toMatchObject({ target_branch: `stable-${branches}`, commit_count: 1 })
    // Nobody knows yet, or somebody was quick to find out.
    expect([null, true]).toContain(moved.body.mergeable)
    const second = await openPull(as(developer), repo, branch)
    const back = await as(developer).send('PATCH', `${repo}/pulls/${number}`, { body: { target_branch: 'main' } })
    expectFault(back, 'B', 'conflict', { details: ['source_branch: taken'] })
    await as(developer).send('PATCH', `${repo}/pulls/${second.number}`, { body: { state: 'closed' } })
    const free = await as(developer).send('PATCH', `${repo}/pulls/${number}`, { body: { target_branch: 'main' } })
    expect(free.status).toBe(200)
    const taken = await as(developer).send('PATCH', `${repo}/pulls/${second.number}`, { body: { state: 'open' } })
    expectFault(taken, 'B', 'conflict', { details: ['source_branch: taken'] })
  })

  it.each([{ target_branch: 'stable' }, { target_branch: 'stable', state: 'open' }, { state: 'open' }])(
    'stays as it was closed when somebody wanted %j at the same time',
    async (wish) => {
      const branch = await newBranch()
      await as(ada).post(`${repo}/branches`, { name: 'stable', from: 'main' })
      const { number } = await openPull(as(developer), repo, branch)
      const change = (body: object): Promise<Answer> => as(developer).send('PATCH', `${repo}/pulls/${number}`, { body })
      // Both have looked at it, and wait in line to write: the close comes first.
      const [closed, late] = await whileHeld([() => change({ state: 'closed' }), () => change(wish)])
      expect(closed?.status).toBe(200)
      expectFault(late as Answer, 'B', 'conflict')
      expect((await as(ada).get(`${repo}/pulls/${number}`)).body).toMatchObject({
        state: 'closed',
        target_branch: 'main',
      })
      // Nothing is left of it that would be in the way of another one.
      await openPull(as(developer), repo, branch, { target_branch: 'stable' })
    },
  )
})

describe('a pull request from a fork', () => {
  it('is opened by a reader, brings its commits along, follows the fork, and outlives it', async () => {
    const forked = await as(reader).post(`${repo}/forks`, { slug: 'mine' })
    expect(forked.status).toBe(201)
    const fork = 'repos/rea/mine'
    const first = await commitTo(as(reader), fork, ['fix', 'main'], { fixed: 'one\n' })
    const made = await openPull(as(reader), repo, 'fix', { source_repo: 'rea/mine' })
    expect(made).toMatchObject({ author: 'rea', source_repo: 'rea/mine', source_branch: 'fix', head_sha: first })
    const twice = await as(reader).post(`${repo}/pulls`, { title: 'x', source_branch: 'rea:fix' })
    expectFault(twice, 'B', 'conflict', { details: ['source_branch: taken'] })
    const foreign = await as(developer).post(`${repo}/pulls`, { title: 'x', source_branch: 'rea:fix' })
    expectFault(foreign, 'B', 'forbidden')
    expect((await settled(as(undefined), repo, made.number)).mergeable).toBe(true)
    const second = await commitTo(as(reader), fork, 'fix', { fixed: 'two\n' })
    const { body } = await as(undefined).get(`${repo}/pulls/${made.number}`)
    expect(body).toMatchObject({ head_sha: second, version: 2, commit_count: 2 })
    const files = await as(undefined).get(`${repo}/pulls/${made.number}/files`)
    expect(itemsOf(files.body)[0]).toMatchObject({ path: 'fixed', patch: expect.stringContaining('+two') })
    expect((await as(reader).send('PATCH', `${repo}/pulls/${made.number}`, { body: { title: 'Fixed' } })).status).toBe(
      200,
    )
    expect((await as(reader).send('DELETE', fork)).status).toBe(204)
    const orphan = await as(undefined).get(`${repo}/pulls/${made.number}`)
    expect(orphan.body).toMatchObject({ state: 'open', source_repo: null, head_sha: second, commit_count: 2 })
    const commits = await as(undefined).get(`${repo}/pulls/${made.number}/commits`)
    expect(itemsOf(commits.body).map((one) => one['sha'])).toEqual([second, first])
  })

  it('leaves nothing of the fork behind where it is refused', async () => {
    expect((await as(developer).post(`${repo}/forks`, { slug: 'secretive' })).status).toBe(201)
    const head = await commitTo(as(developer), 'repos/dev/secretive', ['hidden', 'main'], { secret: 'x\n' })
    const tree = await newFolder()
    await git(tree, 'init', '-q', '-b', 'orphan')
    await git(tree, 'commit', '-q', '--allow-empty', '-m', 'elsewhere')
    const orphan = await git(tree, 'rev-parse', 'HEAD')
    const token = await newToken(as(developer), ['repo:write'])
    await git(tree, 'push', '-q', addressOf(stithy, token, 'dev/secretive'), 'orphan')
    const from = { title: 'x', source_repo: 'dev/secretive', source_branch: 'hidden' }
    for (const refused of [
      { ...from, source_branch: 'orphan' },
      { ...from, labels: ['unheard-of'] },
      { ...from, assignees: ['nobody'] },
      { ...from, milestone: 'never' },
      { ...from, target_branch: 'missing' },
      { ...from, title: ' ' },
    ]) {
      expect((await as(developer).post(`${repo}/pulls`, refused)).status).toBe(400)
    }
    for (const sha of [head, orphan]) expect((await as(ada).get(`${repo}/commits/${sha}`)).status).toBe(404)
    await openPull(as(developer), repo, 'hidden', { source_repo: 'dev/secretive' })
    expect((await as(ada).get(`${repo}/commits/${head}`)).status).toBe(200)
  })

  it('follows only who may still read where it is to be merged', async () => {
    const closed = await newRepo(stithy, ada, 'closed', { auto_init: true })
    const mine = as(ada)
    const letIn = () => mine.send('PUT', `${closed}/collaborators/rea`, { body: { role: 'Reader' } })
    await letIn()
    await as(reader).post(`${closed}/forks`, { slug: 'copy' })
    const fork = 'repos/rea/copy'
    const first = await commitTo(as(reader), fork, ['fix', 'main'], { fixed: 'one\n' })
    const { number } = await openPull(as(reader), closed, 'rea:fix')
    const headOf = async () => (await mine.get(`${closed}/pulls/${number}`)).body.head_sha
    const remove = () => mine.send('DELETE', `${closed}/collaborators/rea`)
    expect((await remove()).status).toBe(204)
    await commitTo(as(reader), fork, 'fix', { fixed: 'two\n' })
    expect(await headOf()).toBe(first)
    // Nor by a key of the fork, which is nobody.
    const key = await newKeyPair()
    await as(reader).post(`${fork}/keys`, { title: 'mine', key: key.line, read_only: false })
    const clone = await newFolder()
    await gitSsh(key, clone, 'clone', '-q', '-b', 'fix', sshUrl(stithy, 'rea/copy'), '.')
    await git(clone, 'commit', '-q', '--allow-empty', '-m', 'By a key')
    await gitSsh(key, clone, 'push', '-q', 'origin', 'fix')
    expect(await headOf()).toBe(first)
    await letIn()
    expect(await headOf()).toBe(first)
    const third = await commitTo(as(reader), fork, 'fix', { fixed: 'three\n' })
    expect(await headOf()).toBe(third)
    expect((await mine.get(`${closed}/pulls/${number}/versions`)).body.total).toBe(2)
    await remove()
    await commitTo(as(reader), fork, 'fix', { fixed: 'four\n' })
    expect((await mine.post(`${closed}/pulls/${number}/merge`, { merge_method: 'merge' })).status).toBe(200)
    expect((await mine.get(`${closed}/raw/main/fixed`)).text).toBe('three\n')
  })

  it('is refused with the same words where there is no fork and where it is private', async () => {
    const from = (source: string) => as(reader).post(`${repo}/pulls`, { title: 'x', source_branch: source })
    const eve = await newPerson(stithy, 'eve')
    const theirs = stithy.client('B').as(eve.access)
    expect((await theirs.post(`${repo}/forks`, { slug: 'nobody-knows' })).status).toBe(201)
    await theirs.send('PATCH', 'repos/eve/nobody-knows', { body: { is_public: false } })
    const [hidden, missing] = [await from('eve:main'), await from('ghost:main')]
    expectFault(hidden, 'B', 'invalid', { details: ['source_repo: unknown'] })
    expect(hidden.text).not.toContain('nobody-knows')
    expect(hidden.body.details[0].message).toBe(missing.body.details[0].message.replace('ghost', 'eve'))
  })

  it('has something in common with where it goes', async () => {
    const stranger = await newRepo(stithy, reader, 'stranger', { auto_init: true })
    await commitTo(as(reader), stranger, ['topic', 'main'], { a: 'a' })
    const input = { title: 'x', source_branch: 'topic', source_repo: 'rea/stranger' }
    expectFault(await as(reader).post(`${repo}/pulls`, input), 'B', 'invalid', { details: ['source_repo: unrelated'] })
    const token = await newToken(as(ada), ['repo:write'])
    const tree = await newFolder()
    await git(tree, 'init', '-q', '-b', 'orphan')
    await git(tree, 'commit', '-q', '--allow-empty', '-m', 'elsewhere')
    await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/tool'), 'orphan')
    const orphan = await as(ada).post(`${repo}/pulls`, { title: 'x', source_branch: 'orphan' })
    expectFault(orphan, 'B', 'invalid', { details: ['source_branch: unrelated'] })
  })
})
