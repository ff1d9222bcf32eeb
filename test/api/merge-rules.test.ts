// What a protected branch can ask for besides approvals and checks, also where something changes while a merge is under way.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Checkpoint } from '../../src/core/checkpoint.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { addMember, newTeam } from '../support/teams.ts'

let stithy: TestStithy
let ada: Person
let maintainer: Person
let developer: Person
let other: Person
let reader: Person
let repo: string
interface Interruption {
  readonly at: Checkpoint
  readonly act: () => Promise<unknown>
}
/** What happens once, when a merge whose result is made comes to a point: all that is known by then was in order. */
let meanwhile: Interruption | null = null
let isMade = false

beforeAll(async () => {
  const passing = async (checkpoint: Checkpoint): Promise<void> => {
    isMade ||= checkpoint === 'merge.made'
    const now = meanwhile
    if (now === null || now.at !== checkpoint || !isMade) return
    meanwhile = null
    await now.act()
  }
  stithy = await startStithy({}, { passing })
  ada = await newPerson(stithy, 'ada')
  maintainer = await newPerson(stithy, 'mai')
  developer = await newPerson(stithy, 'dev')
  other = await newPerson(stithy, 'oth')
  reader = await newPerson(stithy, 'rea')
  repo = await newRepo(stithy, ada, 'tool', { is_public: true, auto_init: true })
  await grant(stithy, 'tool', maintainer, 'Maintainer')
  await grant(stithy, 'tool', developer, 'Developer')
  await grant(stithy, 'tool', other, 'Developer')
})
afterAll(() => stithy.stop())
beforeEach(() => {
  meanwhile = null
})

function as(who: Person | undefined, form: Form = 'B'): Client {
  return stithy.client(form).as(who?.access)
}

interface Opened {
  readonly number: number
  readonly path: string
  readonly branch: string
  readonly target: string
  readonly file: string
  readonly protection: string
}

let count = 0

/** A pull request of the developer, who also pushed it, into a branch of its own that asks for something. */
async function opened(
  rule: object,
  files: Readonly<Record<string, string>> = {},
  owners?: readonly string[],
): Promise<Opened> {
  const at = ++count
  const [target, branch, file] = [`stable-${at}`, `topic-${at}`, `file-${at}.txt`]
  await as(ada).post(`${repo}/branches`, { name: target, from: 'main' })
  if (owners !== undefined) await commitTo(as(ada), repo, target, { CODEOWNERS: `${owners.join('\n')}\n` })
  const made = await as(maintainer).post(`${repo}/branch-protections`, {
    pattern: target,
    push_role: 'Developer',
    merge_role: 'Developer',
    ...rule,
  })
  expect(made.status, made.text).toBe(201)
  await commitTo(as(developer), repo, [branch, target], { [file]: 'one\ntwo\nthree\n', ...files })
  const { number } = await openPull(as(developer), repo, branch, { target_branch: target })
  const protection = `${repo}/branch-protections/${made.body.id}`
  return { number, path: `${repo}/pulls/${number}`, branch, target, file, protection }
}

function merge(who: Person, { path }: Opened, form: Form = 'B'): Promise<Answer> {
  isMade = false
  return as(who, form).post(`${path}/merge`, { merge_method: 'merge' })
}
const approve = (who: Person, { path }: Opened, more: object = {}) =>
  as(who).post(`${path}/reviews`, { event: 'approve', ...more })

function expectBlocked(answer: Answer, ...codes: readonly string[]): void {
  const { status } = answer
  expect([status, answer.body.details?.map(({ code }: { code: string }) => code)]).toEqual([409, codes])
}

async function expectMerged(answer: Answer, { path }: Opened): Promise<void> {
  expect(answer.status, answer.text).toBe(200)
  expect((await as(undefined).get(path)).body.state).toBe('merged')
}

async function autoMerge(who: Person, { path }: Opened): Promise<void> {
  const set = await as(who).send('PUT', `${path}/auto-merge`, { body: { merge_method: 'merge' } })
  expect([set.status, set.body.state], set.text).toEqual([200, 'open'])
  // Whatever that has begun has ended, and has not merged it.
  await noJobs()
  expect((await as(undefined).get(path)).body.state).toBe('open')
}

async function noJobs(): Promise<void> {
  await eventually(async () => {
    expect(await stithy.app.db.selectFrom('jobs').select('name').execute()).toEqual([])
  })
}

async function expectMergesItself({ path }: Opened): Promise<void> {
  await eventually(async () => expect((await as(undefined).get(path)).body.state).toBe('merged'))
}

async function tipOf(branch: string): Promise<string> {
  return (await as(ada).get(`${repo}/branches/${branch}`)).body.commit_sha
}

describe('conversations', () => {
  const rule = { require_resolved_conversations: true }

  async function talk(who: Person, pull: Opened, more: object = { line: 2 }): Promise<string> {
    const body = { body: 'Why?', path: pull.file, ...more }
    const said = await as(who).post(`${pull.path}/comments`, body)
    expect(said.status, said.text).toBe(201)
    return `${pull.path}/comments/${said.body.id}`
  }

  const settle = (who: Person, at: string, resolved: boolean) => as(who).send('PATCH', at, { body: { resolved } })

  it.each(forms)('have to be resolved before merging, in Form %s', async (form) => {
    const pull = await opened(rule)
    const first = await talk(reader, pull)
    const second = await talk(maintainer, pull, { line: 3 })
    // What is about the whole is no conversation that could be resolved.
    await as(maintainer).post(`${pull.path}/comments`, { body: 'Nice' })
    const refused = await merge(developer, pull, form)
    expectFault(refused, form, 'conflict', {
      codeOfA: 'MERGE_BLOCKED',
      details: ['merge: conversations_unresolved'],
    })
    expect(refused.body.details[0].message).toBe('2 conversations are not resolved. Resolve them first.')
    await settle(developer, first, true)
    expectBlocked(await merge(developer, pull), 'conversations_unresolved')
    await settle(developer, second, true)
    await settle(maintainer, second, false)
    // Also where the lines that it was about are gone.
    await commitTo(as(developer), repo, pull.branch, { [pull.file]: 'another\n' })
    expectBlocked(await merge(developer, pull), 'conversations_unresolved')
    await settle(maintainer, second, true)
    await expectMerged(await merge(developer, pull), pull)
  })

  it('are resolved by who began them, and not by whoever answered', async () => {
    const pull = await opened(rule)
    const first = await talk(maintainer, pull)
    const id = first.slice(first.lastIndexOf('/') + 1)
    const answer = await as(reader).post(`${pull.path}/comments`, { body: 'So', in_reply_to: id })
    const answered = `${pull.path}/comments/${answer.body.id}`
    expectFault(await settle(reader, answered, true), 'B', 'forbidden')
    const own = await talk(reader, pull, { line: 1 })
    expect((await settle(reader, own, true)).status).toBe(200)
    await settle(maintainer, answered, true)
    // An answer does not open it again, and it is as resolved as what it answers.
    const late = await as(reader).post(`${pull.path}/comments`, { body: 'Thanks', in_reply_to: id })
    expect(late.body.resolved).toBe(true)
    await expectMerged(await merge(developer, pull), pull)
  })

  it('stand in nobody’s way where no rule says so, or while a review is not submitted', async () => {
    const free = await opened({})
    await talk(maintainer, free)
    await expectMerged(await merge(developer, free), free)
    const pull = await opened(rule)
    const comments = [{ path: pull.file, line: 1, body: 'Hm' }]
    const begun = await as(maintainer).post(`${pull.path}/reviews`, { comments })
    expect(begun.body.state, begun.text).toBe('pending')
    await expectMerged(await merge(developer, pull), pull)
  })

  it('that are opened or opened again during a merge stop it', async () => {
    const pull = await opened(rule)
    const at = await talk(maintainer, pull)
    await settle(maintainer, at, true)
    meanwhile = { at: 'merge.made', act: () => settle(maintainer, at, false) }
    expectBlocked(await merge(developer, pull), 'conversations_unresolved')
    await settle(maintainer, at, true)
    meanwhile = { at: 'push.judged', act: () => talk(reader, pull, { line: 1 }) }
    expectBlocked(await merge(developer, pull), 'conversations_unresolved')
    expect((await as(undefined).get(pull.path)).body.state).toBe('open')
  })

  it('hold up what is to be merged by itself, until the last is resolved or deleted', async () => {
    for (const end of ['resolve', 'delete'] as const) {
      const pull = await opened(rule)
      const at = await talk(maintainer, pull)
      await autoMerge(developer, pull)
      await (end === 'resolve' ? settle(maintainer, at, true) : as(maintainer).send('DELETE', at))
      await expectMergesItself(pull)
    }
  })
})

describe('being up to date', () => {
  const rule = { require_up_to_date: true }

  it.each(forms)('is asked for before merging, and the update helps, in Form %s', async (form) => {
    for (const method of ['merge', 'rebase']) {
      const pull = await opened(rule)
      await commitTo(as(ada), repo, pull.target, { [`news-${pull.number}`]: 'x' })
      const refused = await merge(developer, pull, form)
      expectFault(refused, form, 'conflict', { codeOfA: 'MERGE_BLOCKED', details: ['merge: not_up_to_date'] })
      expect(refused.body.details[0].message).toBe(`The branch is not up to date with ${pull.target}. Update it first.`)
      const updated = await as(developer, form).post(`${pull.path}/update-branch`, { method })
      expect(updated.status, updated.text).toBe(200)
      await expectMerged(await merge(developer, pull, form), pull)
    }
  })

  it('is not asked for where no rule says so, and holds at once for a branch that has all', async () => {
    const free = await opened({})
    await commitTo(as(ada), repo, free.target, { [`news-${free.number}`]: 'x' })
    await expectMerged(await merge(developer, free), free)
    const pull = await opened(rule)
    await expectMerged(await merge(developer, pull), pull)
  })

  it('says of a conflict that it is one', async () => {
    const pull = await opened(rule)
    await commitTo(as(ada), repo, pull.target, { [pull.file]: 'theirs\n' })
    await settled(as(undefined), repo, pull.number)
    expectBlocked(await merge(developer, pull), 'conflict')
  })

  it.each(['merge.made', 'push.judged', 'push.journaled'] as const)(
    'ends with a push to the target during a merge, at %s',
    async (at) => {
      const pull = await opened(rule)
      meanwhile = { at, act: () => commitTo(as(ada), repo, pull.target, { [`news-${pull.number}`]: 'x' }) }
      expectBlocked(await merge(developer, pull), 'not_up_to_date')
      const tip = await tipOf(pull.target)
      expect((await as(undefined).get(`${repo}/commits/${tip}`)).body.message).toContain(`news-${pull.number}`)
    },
  )

  it('of two that were up to date lets one be merged', async () => {
    const first = await opened(rule)
    const branch = `${first.branch}-too`
    await commitTo(as(developer), repo, [branch, first.target], { [`${first.file}-too`]: 'x' })
    const { number } = await openPull(as(developer), repo, branch, { target_branch: first.target })
    const second = { ...first, number, path: `${repo}/pulls/${number}`, branch }
    const answers = await Promise.all([merge(developer, first), merge(maintainer, second)])
    const [won, lost] = answers[0].status === 200 ? answers : answers.toReversed()
    expect(won?.status).toBe(200)
    if (lost !== undefined) expectBlocked(lost, 'not_up_to_date')
  })

  it('is waited for by what is to be merged by itself, which an update does not turn off', async () => {
    for (const method of ['merge', 'rebase']) {
      const pull = await opened(rule)
      await commitTo(as(ada), repo, pull.target, { [`news-${pull.number}`]: 'x' })
      await autoMerge(maintainer, pull)
      await as(developer).post(`${pull.path}/update-branch`, { method })
      await expectMergesItself(pull)
      expect((await as(undefined).get(pull.path)).body.merged_by).toBe('mai')
    }
    const pushed = await opened(rule)
    await commitTo(as(ada), repo, pushed.target, { [`news-${pushed.number}`]: 'x' })
    await autoMerge(maintainer, pushed)
    await commitTo(as(developer), repo, pushed.branch, { more: 'x' })
    expect((await as(undefined).get(pushed.path)).body.auto_merge).toBeNull()
  })
})

describe('owners of changed files', () => {
  const rule = { require_code_owner_approval: true }

  it.each(forms)('have to approve, one for each file, in Form %s', async (form) => {
    const pull = await opened(rule, { 'docs/a.md': 'a', 'src/x.ts': 'x', 'src/y.ts': 'y' }, [
      '/docs/ @mai',
      '/src/ @ada @oth',
    ])
    const refused = await merge(developer, pull, form)
    expectFault(refused, form, 'conflict', {
      codeOfA: 'MERGE_BLOCKED',
      details: ['merge: owner_approvals_missing'],
    })
    expect(refused.body.details[0].message).toBe(
      'docs/a.md needs the approval of mai. src/x.ts and 1 other file need the approval of ada or oth.',
    )
    await approve(other, pull)
    const half = await merge(developer, pull, form)
    expect(half.body.details[0].message).toBe('docs/a.md needs the approval of mai.')
    await approve(maintainer, pull)
    await expectMerged(await merge(developer, pull, form), pull)
  })

  it('may be a team, of which one member is enough, and those of old names of moved files count as well', async () => {
    const kim = await newPerson(stithy, 'kim')
    await newTeam(stithy, ada, 'smiths')
    await addMember(stithy, ada, 'smiths', { person: kim, role: 'Developer' })
    const shared = await as(ada).send('PUT', 'teams/smiths/repos/ada/tool', { body: { role: 'Developer' } })
    expect(shared.status, shared.text).toBeLessThan(300)
    await commitTo(as(ada), repo, 'main', { 'old/place.txt': 'a\nb\nc\n' })
    const pull = await opened(rule, { 'lib/a.ts': 'a' }, ['/lib/ @acme/smiths', '/old/ @mai'])
    const operations = [{ action: 'move', path: 'new/place.txt', from_path: 'old/place.txt' }]
    const moved = await as(developer).post(`${repo}/contents`, { branch: pull.branch, message: 'Move', operations })
    expect(moved.status, moved.text).toBe(201)
    expectBlocked(await merge(developer, pull), 'owner_approvals_missing')
    await approve(maintainer, pull)
    const refused = await merge(developer, pull)
    expect(refused.body.details[0].message).toBe('lib/a.ts needs the approval of acme/smiths.')
    // Called otherwise, it is the same team.
    for (const [from, to] of [
      ['smiths', 'forgers'],
      ['forgers', 'smiths'],
    ] as const) {
      expect((await as(ada).send('PATCH', `teams/${from}`, { body: { slug: to } })).status).toBe(200)
      expectBlocked(await merge(developer, pull), 'owner_approvals_missing')
    }
    await approve(kim, pull)
    // Who is in the team counts when it is merged.
    meanwhile = { at: 'merge.made', act: () => as(ada).send('DELETE', 'teams/smiths/members/kim') }
    expectBlocked(await merge(developer, pull), 'owner_approvals_missing')
    await addMember(stithy, ada, 'smiths', { person: kim, role: 'Developer' })
    await expectMerged(await merge(developer, pull), pull)
  })

  it('of each section count by themselves, as many as it says, and none where it is optional or leaves a file out', async () => {
    const pull = await opened(rule, { 'src/x.ts': 'x', 'src/made.ts': 'y' }, [
      '* @ada',
      '!/src/made.ts',
      '[Code][2] @mai @oth',
      '*.ts',
      '!made.ts',
      '^[Told] @own',
      '*',
    ])
    const said = async () => (await merge(developer, pull)).body.details[0].message
    const rest = `${pull.file} and 1 other file need the approval of ada.`
    expect(await said()).toBe(`${rest} src/x.ts needs 2 approvals of mai or oth.`)
    await approve(ada, pull)
    expect(await said()).toBe('src/x.ts needs 2 approvals of mai or oth.')
    await approve(maintainer, pull)
    expect(await said()).toBe('src/x.ts needs 1 more approval of mai or oth.')
    await approve(other, pull)
    await expectMerged(await merge(developer, pull), pull)
  })

  it('who cannot approve are not waited for: the author, strangers, names that nobody has', async () => {
    const pull = await opened(rule, { a: 'a', b: 'b', c: 'c', d: 'd' }, [
      'a @dev',
      'b @rea',
      'c @nobody-at-all nobody@example.org',
      'd @dev @mai',
    ])
    const refused = await merge(maintainer, pull)
    expect(refused.body.details[0].message).toBe('d needs the approval of mai.')
    await approve(maintainer, pull)
    await expectMerged(await merge(maintainer, pull), pull)
  })

  it('are not those who only say that an address is theirs', async () => {
    const pull = await opened(rule, {}, [`* ${maintainer.email}`])
    const prove = (isProven: number) =>
      inTransaction(stithy.app, async (tx) => {
        const account = tx.updateTable('users').where('email_key', '=', maintainer.email)
        await account.set({ email_verified: isProven }).execute()
      })
    const requested = async () => (await as(ada).get(pull.path)).body.requested_reviewers
    expect(await requested()).toEqual([])
    await approve(maintainer, pull)
    const refused = await merge(developer, pull)
    expectBlocked(refused, 'owner_approvals_missing')
    expect(refused.body.details[0].message).toBe(
      `${pull.file} needs the approval of ${maintainer.email}, and nobody has confirmed that address.`,
    )
    await prove(1)
    try {
      await expectMerged(await merge(developer, pull), pull)
    } finally {
      await prove(0)
    }
  })

  it('are those of the target’s own list, whatever the branch makes of it', async () => {
    const pull = await opened(rule, {}, ['* @mai'])
    await commitTo(as(developer), repo, pull.branch, { CODEOWNERS: '* @oth\n' })
    await approve(other, pull)
    expectBlocked(await merge(developer, pull), 'owner_approvals_missing')
    // A list that is pushed to the target during the merge counts.
    await approve(maintainer, pull)
    meanwhile = {
      at: 'push.judged',
      act: () => commitTo(as(ada), repo, pull.target, { '.svc/CODEOWNERS': '* @ada\n' }),
    }
    const refused = await merge(developer, pull)
    expectBlocked(refused, 'owner_approvals_missing')
    expect(refused.body.details[0].message).toContain('ada')
    await approve(ada, pull)
    await expectMerged(await merge(developer, pull), pull)
  })

  it('are not asked where nothing has owners, or no rule says so', async () => {
    const none = await opened(rule)
    await expectMerged(await merge(developer, none), none)
    const free = await opened({}, {}, ['* @mai'])
    await expectMerged(await merge(developer, free), free)
  })

  it('whose list cannot be read as a whole are not passed over', async () => {
    const long = await opened(rule, {}, [`${'x'.repeat(1001)} @mai`])
    const refused = await merge(developer, long)
    expectBlocked(refused, 'owner_approvals_missing')
    expect(refused.body.details[0].message).toContain('Nobody can tell whose files are changed')
    const large = await opened(
      rule,
      {},
      Array.from({ length: 70_000 }, (_, at) => `/a/${at}/x @mai`),
    )
    expect((await merge(developer, large)).body.details[0].message).toContain('larger than 1 MiB')
    const path = `${Array.from({ length: 5 }, () => 'd'.repeat(240)).join('/')}/x`
    const deep = await opened(rule, { [path]: 'x' }, ['/d*/**/x @mai'])
    expect((await merge(developer, deep)).body.details[0].message).toContain('the path of a changed file is too long')
    await as(maintainer).send('PATCH', long.protection, { body: { require_code_owner_approval: false } })
    await expectMerged(await merge(developer, long), long)
  })

  it('who withdraw their approval, or lose their role, during a merge stop it, and so does the rule itself', async () => {
    const pull = await opened(rule, { a: 'a' }, ['a @oth'])
    const given = await approve(other, pull)
    const withdraw = () =>
      as(other).send('PATCH', `${pull.path}/reviews/${given.body.id}`, { body: { dismissed: true } })
    meanwhile = { at: 'push.judged', act: withdraw }
    expectBlocked(await merge(developer, pull), 'owner_approvals_missing')
    const late = await opened({}, { a: 'a' }, ['a @oth'])
    const on = () => as(maintainer).send('PATCH', late.protection, { body: rule })
    meanwhile = { at: 'merge.made', act: on }
    expectBlocked(await merge(developer, late), 'owner_approvals_missing')
    await approve(other, late)
    await expectMerged(await merge(developer, late), late)
  })

  it('are asked when a later push touches their files, and not again once they need not look', async () => {
    const pull = await opened(rule, { a: 'a' }, ['a @oth', 'b @mai', 'c @mai @oth'])
    const asked = async () => (await as(undefined).get(pull.path)).body.requested_reviewers
    expect(await asked()).toEqual(['oth'])
    // One of its owners knows of it already.
    await commitTo(as(developer), repo, pull.branch, { c: 'c' })
    await noJobs()
    expect(await asked()).toEqual(['oth'])
    await commitTo(as(developer), repo, pull.branch, { b: 'b' })
    await eventually(async () => expect(await asked()).toEqual(expect.arrayContaining(['mai', 'oth'])))
    await as(developer).send('DELETE', `${pull.path}/requested-reviewers`, { body: { reviewers: ['mai'] } })
    await commitTo(as(developer), repo, pull.branch, { b: 'more' })
    await noJobs()
    expect(await asked()).toEqual(['oth'])
    // Without the rule nobody is asked later.
    const free = await opened({}, { a: 'a' }, ['a @oth', 'b @mai'])
    await commitTo(as(developer), repo, free.branch, { b: 'b' })
    await noJobs()
    expect((await as(undefined).get(free.path)).body.requested_reviewers).toEqual(['oth'])
  })

  it('are waited for by what is to be merged by itself, as is the end of the rule', async () => {
    const pull = await opened(rule, { a: 'a' }, ['a @oth'])
    await autoMerge(developer, pull)
    await approve(other, pull)
    await expectMergesItself(pull)
    const lifted = await opened(rule, { a: 'a' }, ['a @oth'])
    await autoMerge(developer, lifted)
    await as(maintainer).send('DELETE', lifted.protection)
    await expectMergesItself(lifted)
  })
})

describe('the last push', () => {
  const rule = { require_last_push_approval: true }

  it.each(forms)('has to be approved by somebody else, in Form %s', async (form) => {
    const pull = await opened({ ...rule, required_approvals: 1 })
    await commitTo(as(maintainer), repo, pull.branch, { [pull.file]: 'mine\n' })
    await approve(maintainer, pull)
    const refused = await merge(developer, pull, form)
    expectFault(refused, form, 'conflict', { codeOfA: 'MERGE_BLOCKED', details: ['merge: approvals_missing'] })
    expect(refused.body.details[0].message).toBe(
      `1 more approval is needed for ${pull.target}. The approval of mai, who pushed last, does not count.`,
    )
    await approve(other, pull)
    await expectMerged(await merge(developer, pull, form), pull)
  })

  it('of a branch counts as that of who pushed it, whoever opened the pull request', async () => {
    const { target } = await opened({ ...rule, required_approvals: 1 })
    const branch = `lent-${++count}`
    await commitTo(as(other), repo, [branch, target], { [branch]: 'x' })
    const { number } = await openPull(as(developer), repo, branch, { target_branch: target })
    const pull = { number, path: `${repo}/pulls/${number}`, branch, target, file: branch, protection: '' }
    const versions = async () => itemsOf((await as(undefined).get(`${pull.path}/versions`)).body)
    expect(await versions()).toEqual([expect.objectContaining({ pushed_by: 'oth' })])
    await approve(other, pull)
    expectBlocked(await merge(developer, pull), 'approvals_missing')
    // The same where it was pushed while nobody looked, and opened again by somebody else.
    await as(developer).send('PATCH', pull.path, { body: { state: 'closed' } })
    await commitTo(as(maintainer), repo, branch, { [branch]: 'y' })
    await as(developer).send('PATCH', pull.path, { body: { state: 'open' } })
    await approve(maintainer, pull)
    expect((await versions())[0]).toMatchObject({ pushed_by: 'mai' })
    const refused = await merge(developer, pull)
    // One of them has not seen it, the other one made it.
    expectBlocked(refused, 'last_push_unapproved')
    expect(refused.body.details[0].message).toBe('mai pushed last. Somebody else has to approve that.')
    await approve(ada, pull)
    await expectMerged(await merge(developer, pull), pull)
  })

  it('asks for an approval where nothing else does, and an older one is none', async () => {
    const pull = await opened(rule)
    expectBlocked(await merge(developer, pull), 'last_push_unapproved')
    await approve(maintainer, pull)
    await commitTo(as(developer), repo, pull.branch, { [pull.file]: 'more\n' })
    expectBlocked(await merge(developer, pull), 'last_push_unapproved')
    await approve(maintainer, pull)
    await expectMerged(await merge(developer, pull), pull)
  })

  it('is not one that only brings the branch up to date', async () => {
    for (const method of ['merge', 'rebase']) {
      const pull = await opened({ ...rule, required_approvals: 1, require_up_to_date: true })
      await commitTo(as(ada), repo, pull.target, { [`news-${pull.number}`]: 'x' })
      await approve(maintainer, pull)
      expectBlocked(await merge(maintainer, pull), 'not_up_to_date')
      // Whoever has approved it may press the button, and has changed nothing of what they have seen.
      expect((await as(maintainer).post(`${pull.path}/update-branch`, { method })).status).toBe(200)
      await expectMerged(await merge(maintainer, pull), pull)
    }
    // Nor does the press of somebody else make a change their own.
    const pull = await opened({ ...rule, required_approvals: 1 })
    await commitTo(as(maintainer), repo, pull.branch, { [pull.file]: 'mine\n' })
    await commitTo(as(ada), repo, pull.target, { [`news-${pull.number}`]: 'x' })
    await as(other).post(`${pull.path}/update-branch`, { method: 'merge' })
    await approve(maintainer, pull)
    expectBlocked(await merge(developer, pull), 'approvals_missing')
  })

  it('that comes during a merge is not merged, and an approval that is withdrawn then is missing', async () => {
    const pull = await opened(rule)
    await approve(maintainer, pull)
    meanwhile = { at: 'merge.made', act: () => commitTo(as(other), repo, pull.branch, { [pull.file]: 'late\n' }) }
    expectBlocked(await merge(developer, pull), 'last_push_unapproved')
    const given = await approve(ada, pull)
    meanwhile = {
      at: 'push.judged',
      act: () => as(ada).send('PATCH', `${pull.path}/reviews/${given.body.id}`, { body: { dismissed: true } }),
    }
    expectBlocked(await merge(developer, pull), 'last_push_unapproved')
    await approve(ada, pull)
    await expectMerged(await merge(developer, pull), pull)
  })

  it('of an owner is not waited for where nobody else owns the file', async () => {
    const pull = await opened({ ...rule, require_code_owner_approval: true }, { a: 'a' }, ['a @mai'])
    expectBlocked(await merge(developer, pull), 'last_push_unapproved', 'owner_approvals_missing')
    await commitTo(as(maintainer), repo, pull.branch, { a: 'b' })
    expectBlocked(await merge(developer, pull), 'last_push_unapproved')
    await approve(other, pull)
    await expectMerged(await merge(developer, pull), pull)
  })
})

describe('rules of several protections', () => {
  it('are asked for together, and are in the audit log', async () => {
    const pull = await opened({ require_resolved_conversations: true }, { a: 'a' }, ['a @oth'])
    const wide = await as(maintainer).post(`${repo}/branch-protections`, {
      pattern: `stable-${count}*`,
      push_role: 'Developer',
      merge_role: 'Developer',
      require_up_to_date: true,
      require_code_owner_approval: true,
      require_last_push_approval: true,
    })
    await as(maintainer).post(`${pull.path}/comments`, { body: 'Why?', path: pull.file, line: 1 })
    await commitTo(as(ada), repo, pull.target, { [`news-${pull.number}`]: 'x' })
    expectBlocked(
      await merge(developer, pull),
      'not_up_to_date',
      'last_push_unapproved',
      'owner_approvals_missing',
      'conversations_unresolved',
    )
    const log = await as(ada).get('admin/audit?event=BRANCH_PROTECTION_CHANGED')
    expect(log.body.items[0].metadata).toMatchObject({
      action: 'created',
      after: {
        require_resolved_conversations: false,
        require_up_to_date: true,
        require_code_owner_approval: true,
        require_last_push_approval: true,
      },
    })
    await as(maintainer).send('DELETE', `${repo}/branch-protections/${wide.body.id}`)
  })
})
