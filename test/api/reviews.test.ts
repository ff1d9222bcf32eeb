// Reviews: verdicts, comments on lines that follow their lines, reviewers, code owners, suggestions, versions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { uuid } from '../../src/db/uuid.ts'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { anId, aTime, itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { readEvents } from '../support/stream.ts'
import { addMember, newTeam } from '../support/teams.ts'

let stithy: TestStithy
let ada: Person
let maintainer: Person
let developer: Person
let reader: Person
let repo: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  maintainer = await newPerson(stithy, 'mai')
  developer = await newPerson(stithy, 'dev')
  reader = await newPerson(stithy, 'rea')
  repo = await newRepo(stithy, ada, 'tool', { is_public: true, auto_init: true })
  await grant(stithy, 'tool', maintainer, 'Maintainer')
  await grant(stithy, 'tool', developer, 'Developer')
  await commitTo(as(ada), repo, 'main', { 'base.txt': 'a\nb\nc\nd\n' })
})
afterAll(() => stithy.stop())

function as(who: Person | undefined, form: Form = 'B'): Client {
  return stithy.client(form).as(who?.access)
}

const lines = Array.from({ length: 10 }, (_, at) => `line ${at + 1}\n`)
let branches = 0

interface Opened {
  readonly number: number
  readonly path: string
  readonly branch: string
  readonly file: string
  readonly head: string
}

/** A pull request of the developer, with a file of ten lines. */
async function opened(target = 'main', more: object = {}): Promise<Opened> {
  const at = ++branches
  const branch = `topic-${at}`
  const file = `file-${at}.txt`
  const head = await commitTo(as(ada), repo, [branch, target], { [file]: lines.join('') })
  const { number } = await openPull(as(developer), repo, branch, { target_branch: target, ...more })
  return { number, path: `${repo}/pulls/${number}`, branch, file, head }
}

function blocked(answer: Answer, ...codes: readonly string[]): void {
  expectFault(answer, 'B', 'conflict', { details: codes.map((code) => `merge: ${code}`) })
}

const merge = (who: Person, { path }: Opened) => as(who).post(`${path}/merge`, { merge_method: 'merge' })
const review = (who: Person, { path }: Opened, body: object) => as(who).post(`${path}/reviews`, body)

describe.each(forms)('a review, Form %s', (form) => {
  it('is submitted with a verdict and comments, and read by everybody', async () => {
    const { path, file, head } = await opened()
    const made = await as(maintainer, form).post(`${path}/reviews`, {
      event: 'request_changes',
      body: 'Not yet',
      comments: [{ body: 'Here', path: file, line: 3, side: 'new' }],
    })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toEqual({
      id: anId[form],
      author: 'mai',
      state: 'changes_requested',
      body: 'Not yet',
      commit_sha: head,
      version: 1,
      stale: false,
      dismissed: false,
      dismissed_by: null,
      dismissal: '',
      created_at: aTime,
      updated_at: aTime,
      submitted_at: aTime,
    })
    const one = await as(undefined, form).get(`${path}/reviews/${made.body.id}`)
    const comment = {
      id: anId[form],
      author: 'mai',
      body: 'Here',
      path: file,
      line: 3,
      start_line: null,
      side: 'new',
      commit_sha: head,
      original_line: 3,
      original_commit_sha: head,
      in_reply_to: null,
      review_id: made.body.id,
      resolved: false,
      resolved_by: null,
      outdated: false,
      created_at: aTime,
      updated_at: aTime,
    }
    expect(one.body).toEqual({ ...made.body, comments: [comment], pending_comments: [] })
    expect(itemsOf((await as(undefined, form).get(`${path}/reviews`)).body)).toEqual([made.body])
    expect(itemsOf((await as(undefined, form).get(`${path}/comments`)).body)).toEqual([comment])
    expect((await as(undefined).get(path)).body.comment_count).toBe(1)
  })

  it('is given by those who may, not by the author, and says something', async () => {
    const { path } = await opened()
    const give = (who: Person | undefined, body: object) => as(who, form).post(`${path}/reviews`, body)
    for (const event of ['approve', 'request_changes']) {
      expectFault(await give(developer, { event, body: 'x' }), form, 'forbidden')
    }
    expect((await give(developer, { event: 'comment', body: 'x' })).status).toBe(201)
    expectFault(await give(reader, { event: 'approve' }), form, 'forbidden')
    expectFault(await give(undefined, { event: 'approve' }), form, 'unauthorized')
    expectFault(await give(maintainer, { event: 'comment' }), form, 'invalid', { details: ['body: required'] })
    expect((await give(maintainer, { event: 'request_changes' })).status).toBe(201)
    expectFault(await give(maintainer, { event: 'love' }), form, 'invalid', { details: ['event: unknown'] })
    const whole = { event: 'comment', comments: [{ body: 'x' }] }
    expectFault(await give(maintainer, whole), form, 'invalid', { details: ['comments.0.path: required'] })
    await as(developer).send('PATCH', path, { body: { state: 'closed' } })
    expectFault(await give(maintainer, { event: 'approve' }), form, 'conflict')
    // Of another pull request, and of another repository, there is nothing here.
    const other = await opened()
    const foreign = await as(maintainer, form).post(`${other.path}/reviews`, { event: 'approve' })
    for (const at of [path, `repos/ada/tool/pulls/99999`]) {
      expect((await as(maintainer, form).get(`${at}/reviews/${foreign.body.id}`)).status).toBe(404)
    }
  })

  it('that only says something is not edited until it says nothing', async () => {
    const { path, file } = await opened()
    const client = as(maintainer, form)
    const give = async (body: object): Promise<string> => {
      const made = await client.post(`${path}/reviews`, body)
      return `${path}/reviews/${made.body.id}`
    }
    const empty = { body: { body: ' \n' } }
    const words = await give({ event: 'comment', body: 'words' })
    expectFault(await client.send('PATCH', words, empty), form, 'invalid', { details: ['body: required'] })
    expect((await client.get(words)).body.body).toBe('words')
    const comments = [{ body: 'here', path: file, line: 1 }]
    for (const others of [
      { event: 'comment', body: 'words', comments },
      { event: 'approve', body: 'words' },
    ]) {
      expect((await client.send('PATCH', await give(others), empty)).status).toBe(200)
    }
  })

  it('stays pending until it is submitted, and nobody else sees it', async () => {
    const { path, file } = await opened()
    const client = as(maintainer, form)
    const begun = await client.post(`${path}/reviews`, {
      body: 'So far',
      comments: [{ body: 'One', path: file, line: 1 }],
    })
    expect(begun.body).toMatchObject({ state: 'pending', submitted_at: null })
    const twice = await client.post(`${path}/reviews`, {})
    expectFault(twice, form, 'conflict', { codeOfA: 'REVIEW_EXISTS', details: ['event: taken'] })
    const at = `${path}/reviews/${begun.body.id}`
    expect((await client.post(`${at}/comments`, { body: 'Two', path: file, line: 2 })).status).toBe(201)
    expect((await client.post(`${at}/comments`, { body: 'Three', path: file, line: 3 })).status).toBe(201)
    const mine = await client.get(at)
    expect(mine.body.pending_comments.map((one: { body: string }) => one.body)).toEqual(['One', 'Two', 'Three'])
    expect((await client.send('DELETE', `${at}/comments/${mine.body.pending_comments[1].id}`)).status).toBe(204)
    const third = `${at}/comments/${mine.body.pending_comments[2].id}`
    expect((await client.send('PATCH', third, { body: { body: 'Third' } })).status).toBe(200)
    expectFault(await client.send('PATCH', third, { body: { body: ' ' } }), form, 'invalid', {
      details: ['body: required'],
    })
    expectFault(await as(developer, form).send('PATCH', third, { body: { body: 'x' } }), form, 'missing', {
      codeOfA: 'REVIEW_NOT_FOUND',
    })
    for (const who of [developer, undefined]) {
      expect((await as(who, form).get(at)).status).toBe(404)
      expect(itemsOf((await as(who, form).get(`${path}/reviews`)).body)).toEqual([])
      expect(itemsOf((await as(who, form).get(`${path}/comments`)).body)).toEqual([])
    }
    expectFault(await as(developer, form).send('DELETE', at), form, 'missing', { codeOfA: 'REVIEW_NOT_FOUND' })
    const submitted = await client.send('PATCH', at, { body: { event: 'approve' } })
    expect(submitted.body).toMatchObject({ state: 'approved', body: 'So far', submitted_at: aTime })
    const said = itemsOf((await as(undefined, form).get(`${path}/comments`)).body)
    expect(said.map((one) => one['body'])).toEqual(['One', 'Third'])
    expectFault(await client.send('PATCH', at, { body: { event: 'approve' } }), form, 'conflict')
    expectFault(await client.send('DELETE', at), form, 'conflict')
    const next = await client.post(`${path}/reviews`, { body: 'Gone' })
    expect((await client.send('DELETE', `${path}/reviews/${next.body.id}`)).status).toBe(204)
    expect((await client.get(`${path}/reviews/${next.body.id}`)).status).toBe(404)
  })
})

describe('a pending review', () => {
  it('is written in silence: nothing tells others that somebody is at it', async () => {
    const { path, file, number } = await opened()
    const before = await eventually(async () => {
      const { body } = await as(developer).get(path)
      expect(body.mergeable).toBe(true)
      return body.updated_at
    })
    const live = `${stithy.url}/notifications/live/ada/tool?pull=${number}`
    const { reader: news } = await readEvents(live, { authorization: `Bearer ${developer.access}` })
    const client = as(maintainer)
    const { body: begun } = await client.post(`${path}/reviews`, { comments: [{ body: 'One', path: file, line: 1 }] })
    const at = `${path}/reviews/${begun.id}`
    const { pending_comments: written } = (await client.get(at)).body
    await client.post(`${at}/comments`, { body: 'Two', path: file, line: 2 })
    await client.send('PATCH', `${at}/comments/${written[0].id}`, { body: { body: 'First' } })
    expect((await client.send('PATCH', at, { body: { body: 'As a whole' } })).body).toMatchObject({ state: 'pending' })
    await client.send('DELETE', `${at}/comments/${written[0].id}`)
    expect((await as(developer).get(path)).body.updated_at).toBe(before)
    const silence = news.text()
    expect((await client.send('PATCH', at, { body: { event: 'comment' } })).status).toBe(200)
    await eventually(async () => expect(news.text()).not.toBe(silence))
    expect(silence).not.toContain('changed')
    expect((await as(developer).get(path)).body.updated_at).not.toBe(before)
    news.close()
  })

  it('holds so many comments and no more', async () => {
    const { path, file } = await opened()
    const one = { body: 'x', path: file, line: 1 }
    const { body: begun } = await as(maintainer).post(`${path}/reviews`, { comments: [one] })
    await inTransaction(stithy.app, async (tx) => {
      const { review_id, position } = await tx
        .selectFrom('pending_comments')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const rows = Array.from({ length: 498 }, () => ({ uuid: uuid(), review_id, body: 'x', position, created_at: 0 }))
      await tx.insertInto('pending_comments').values(rows).execute()
    })
    const add = () => as(maintainer).post(`${path}/reviews/${begun.id}/comments`, one)
    expect((await add()).status).toBe(201)
    expect(expectFault(await add(), 'B', 'conflict')).toContain('submit it first')
  })
})

describe('verdicts and merging', () => {
  async function guarded(settings: object): Promise<string> {
    const target = `stable-${++branches}`
    await as(ada).post(`${repo}/branches`, { name: target, from: 'main' })
    await as(maintainer).post(`${repo}/branch-protections`, { pattern: target, merge_role: 'Developer', ...settings })
    return target
  }

  it('changes that were asked for stand in the way until they are taken back or dismissed', async () => {
    const pull = await opened()
    const asked = await review(maintainer, pull, { event: 'request_changes', body: 'No' })
    blocked(await merge(developer, pull), 'changes_requested')
    // What a reader says, or only a comment, changes nothing about it.
    await review(maintainer, pull, { event: 'comment', body: 'Hm' })
    blocked(await merge(developer, pull), 'changes_requested')
    const at = `${pull.path}/reviews/${asked.body.id}`
    expectFault(await as(developer).send('PATCH', at, { body: { dismissed: true } }), 'B', 'forbidden')
    const dismissed = await as(ada).send('PATCH', at, { body: { dismissed: true, message: 'Settled' } })
    expect(dismissed.body).toMatchObject({ dismissed: true, dismissed_by: 'ada', dismissal: 'Settled' })
    expect((await merge(developer, pull)).status).toBe(200)
    const second = await opened()
    await review(maintainer, second, { event: 'request_changes', body: 'No' })
    await review(maintainer, second, { event: 'approve' })
    expect((await merge(developer, second)).status).toBe(200)
  })

  it('as many approvals as the branch asks for, of people who may still give them', async () => {
    const target = await guarded({ required_approvals: 2 })
    const pull = await opened(target)
    blocked(await merge(developer, pull), 'approvals_missing')
    await review(maintainer, pull, { event: 'approve' })
    await review(maintainer, pull, { event: 'approve' })
    blocked(await merge(developer, pull), 'approvals_missing')
    const guest = await newPerson(stithy, `guest-${branches}`)
    await grant(stithy, 'tool', guest, 'Developer')
    await review(guest, pull, { event: 'approve' })
    expect((await as(ada).send('DELETE', `${repo}/collaborators/${guest.username}`)).status).toBe(204)
    blocked(await merge(developer, pull), 'approvals_missing')
    await review(ada, pull, { event: 'approve' })
    expect((await merge(developer, pull)).status).toBe(200)
  })

  it('an approval goes stale with another patch, and outlives a rebase that changes nothing', async () => {
    const target = await guarded({ required_approvals: 1, dismiss_stale_approvals: true })
    const pull = await opened(target)
    const given = await review(maintainer, pull, { event: 'approve' })
    const read = async () => (await as(undefined).get(`${pull.path}/reviews/${given.body.id}`)).body
    await commitTo(as(ada), repo, [`side-${branches}`, target], { [`side-${branches}`]: 'x' })
    const side = await openPull(as(ada), repo, `side-${branches}`, { target_branch: target })
    await review(maintainer, { ...pull, path: `${repo}/pulls/${side.number}` }, { event: 'approve' })
    expect((await as(ada).post(`${repo}/pulls/${side.number}/merge`, { merge_method: 'squash' })).status).toBe(200)
    const rebased = await as(developer).post(`${pull.path}/update-branch`, { method: 'rebase' })
    expect(rebased.body).toMatchObject({ version: 2 })
    expect(rebased.body.head_sha).not.toBe(pull.head)
    expect(await read()).toMatchObject({ state: 'approved', stale: false, version: 1, commit_sha: pull.head })
    await commitTo(as(ada), repo, pull.branch, { [pull.file]: 'something else\n' })
    expect(await read()).toMatchObject({ stale: true })
    blocked(await merge(developer, pull), 'approvals_missing')
    // What was looked at counts, not what has come meanwhile.
    const old = await review(maintainer, pull, { event: 'approve', commit_sha: pull.head })
    expect(old.body).toMatchObject({ commit_sha: pull.head, version: 1, stale: true })
    blocked(await merge(developer, pull), 'approvals_missing')
    const odd = await review(maintainer, pull, { event: 'approve', commit_sha: '--exec=x' })
    expectFault(odd, 'B', 'invalid', { details: ['commit_sha: unknown'] })
    await review(maintainer, pull, { event: 'approve' })
    expect((await merge(developer, pull)).status).toBe(200)
  })

  it('an approval goes stale where the same lines move to another place among the same neighbours', async () => {
    const block = '  if (!ok) {\n    fail()\n    return\n  }\n'
    const parts = ['one', 'two', 'three'].map((name) => `${name}() {\n${block.repeat(3)}}\n`)
    const withLog = (at: number) =>
      parts
        .map((part, index) => (index === at ? part.replace(block + block, `${block}  log()\n${block}`) : part))
        .join('')
    await commitTo(as(ada), repo, 'main', { 'blocks.js': parts.join('') })
    const target = await guarded({ required_approvals: 1, dismiss_stale_approvals: true })
    const pull = await opened(target)
    await commitTo(as(developer), repo, pull.branch, { 'blocks.js': withLog(0) })
    const given = await review(maintainer, pull, { event: 'approve' })
    const read = async () => (await as(undefined).get(`${pull.path}/reviews/${given.body.id}`)).body
    await commitTo(as(developer), repo, pull.branch, { 'blocks.js': withLog(2) })
    expect(await read()).toMatchObject({ stale: true })
    blocked(await merge(developer, pull), 'approvals_missing')
    await commitTo(as(developer), repo, pull.branch, { 'blocks.js': withLog(0) })
    expect(await read()).toMatchObject({ stale: false })
    expect((await merge(developer, pull)).status).toBe(200)
  })

  it('an approval for one branch is none for another', async () => {
    const target = await guarded({ required_approvals: 1 })
    const pull = await opened()
    const given = await review(maintainer, pull, { event: 'approve' })
    await as(developer).send('PATCH', pull.path, { body: { target_branch: target } })
    const after = await as(undefined).get(`${pull.path}/reviews/${given.body.id}`)
    expect(after.body).toMatchObject({ dismissed: true, dismissal: expect.stringContaining(target) })
    blocked(await merge(developer, pull), 'approvals_missing')
    await review(maintainer, pull, { event: 'approve' })
    expect((await merge(developer, pull)).status).toBe(200)
  })
})

describe.each(forms)('a comment, Form %s', (form) => {
  it('is about the whole or about lines, answered, resolved, edited and deleted', async () => {
    const { path, file, head } = await opened()
    const client = as(reader, form)
    const whole = await client.post(`${path}/comments`, { body: 'Nice' })
    expect(whole.status, whole.text).toBe(201)
    expect(whole.body).toMatchObject({ author: 'rea', body: 'Nice', path: null, line: null, resolved: false })
    const placed = { path: file, line: 5, start_line: 3, side: 'new', commit_sha: head }
    const made = await client.post(`${path}/comments`, { body: 'Here', ...placed })
    expect(made.body).toMatchObject({ ...placed, in_reply_to: null, outdated: false })
    expectFault(await client.post(`${path}/comments`, { body: 'Where?', line: 5 }), form, 'invalid', {
      details: ['path: required'],
    })
    const answer = await as(developer, form).post(`${path}/comments`, { body: 'Why?', in_reply_to: made.body.id })
    expect(answer.body).toMatchObject({ ...placed, in_reply_to: made.body.id, author: 'dev' })
    const patch = (who: Person, id: unknown, body: object) =>
      as(who, form).send('PATCH', `${path}/comments/${String(id)}`, { body })
    const resolved = await patch(developer, made.body.id, { resolved: true })
    expect(resolved.body).toMatchObject({ resolved: true, resolved_by: 'dev' })
    expect((await client.get(`${path}/comments/${answer.body.id}`)).body.resolved).toBe(true)
    const late = await client.post(`${path}/comments`, { body: 'So', in_reply_to: answer.body.id })
    expect(late.body).toMatchObject({ resolved: true, in_reply_to: made.body.id })
    expect((await patch(developer, answer.body.id, { resolved: false })).body.resolved).toBe(false)
    expectFault(await patch(developer, whole.body.id, { resolved: true }), form, 'invalid', {
      details: ['resolved: format'],
    })
    expect((await patch(reader, made.body.id, { body: 'There' })).body.body).toBe('There')
    expectFault(await patch(reader, answer.body.id, { body: 'Mine' }), form, 'forbidden')
    expectFault(await patch(reader, answer.body.id, { resolved: true }), form, 'forbidden')
    const drop = (who: Person, id: unknown) => as(who, form).send('DELETE', `${path}/comments/${String(id)}`)
    expectFault(await drop(reader, answer.body.id), form, 'forbidden')
    expect((await drop(reader, made.body.id)).status).toBe(204)
    // What answered it stays where it stood.
    expect((await client.get(`${path}/comments/${answer.body.id}`)).body).toMatchObject({
      ...placed,
      in_reply_to: null,
    })
    expect((await as(undefined).get(path)).body.comment_count).toBe(3)
    const issues = await as(ada, form).get(`repos/ada/tool/issues/1/comments/${String(answer.body.id)}`)
    expect(issues.status).toBe(404)
  })

  it('may say null of what does not apply, as its own record does', async () => {
    const { path, file } = await opened()
    const nowhere = { path: null, line: null, start_line: null, side: null, commit_sha: null, in_reply_to: null }
    const whole = await as(developer, form).post(`${path}/comments`, { body: 'Nice', ...nowhere })
    expect(whole.status, whole.text).toBe(201)
    expect(whole.body).toMatchObject({ body: 'Nice', path: null, line: null })
    const placed = { body: 'Here', path: file, line: 5 }
    const comments = [{ ...nowhere, ...placed }]
    const said = await as(developer, form).post(`${path}/reviews`, { event: 'comment', body: 'So', comments })
    expect(said.status, said.text).toBe(201)
    const all = itemsOf((await as(reader, form).get(`${path}/comments`)).body)
    expect(all).toContainEqual(expect.objectContaining({ ...placed, side: 'new', in_reply_to: null }))
  })

  it('stands on lines that are there', async () => {
    const { path, file } = await opened()
    const other = await opened()
    const foreign = await as(reader).post(`${other.path}/comments`, { body: 'x' })
    for (const [body, detail] of [
      [{ body: ' ' }, 'body: required'],
      [{ body: 'x'.repeat(65_537) }, 'body: too_long'],
      [{ body: 'x', path: file }, 'line: required'],
      [{ body: 'x', path: 'base.txt', line: 1 }, 'path: unknown'],
      [{ body: 'x', path: '../etc/passwd', line: 1 }, 'path: unknown'],
      [{ body: 'x', path: '--exec=x', line: 1 }, 'path: unknown'],
      [{ body: 'x', path: file, line: 11 }, 'line: range'],
      [{ body: 'x', path: file, line: 0 }, 'line: range'],
      [{ body: 'x', path: file, line: 2, start_line: 3 }, 'start_line: range'],
      [{ body: 'x', path: file, line: 1, side: 'old' }, 'line: range'],
      [{ body: 'x', path: file, line: 1, side: 'left' }, 'side: unknown'],
      [{ body: 'x', path: file, line: 1, commit_sha: '0'.repeat(40) }, 'commit_sha: unknown'],
      [{ body: 'x', path: file, line: 1, commit_sha: '--exec=x' }, 'commit_sha: unknown'],
      [{ body: 'x', in_reply_to: foreign.body.id }, 'in_reply_to: unknown'],
      [{ body: 'x', in_reply_to: 'x' }, 'in_reply_to: format'],
    ] as const) {
      const answer = await as(reader, form).post(`${path}/comments`, body)
      expectFault(answer, form, 'invalid', { details: [detail] })
    }
    await as(developer).send('PATCH', path, { body: { locked: true } })
    expectFault(await as(reader, form).post(`${path}/comments`, { body: 'x' }), form, 'forbidden')
  })
})

describe('comments follow their lines', () => {
  it('when lines come before them, when the file is renamed, and until the lines are gone', async () => {
    const { path, file, branch, head } = await opened()
    const say = async (line: number) =>
      (await as(reader).post(`${path}/comments`, { body: 'x', path: file, line })).body.id
    const [stays, goes] = [await say(8), await say(4)]
    const read = async (id: string) => (await as(reader).get(`${path}/comments/${id}`)).body
    const changed = ['new\n', 'new\n', ...lines.slice(0, 3), 'changed entirely, see?\n', ...lines.slice(4)].join('')
    const next = await commitTo(as(ada), repo, branch, { [file]: changed })
    expect(await read(stays)).toMatchObject({ line: 10, original_line: 8, commit_sha: next, outdated: false })
    expect(await read(stays)).toMatchObject({ original_commit_sha: head })
    expect(await read(goes)).toMatchObject({ outdated: true })
    const { sha } = (await as(ada).get(`${repo}/contents/${file}?ref=${branch}`)).body
    const operations = [{ action: 'move', path: `moved-${file}`, from_path: file, sha }]
    await as(ada).post(`${repo}/contents`, { branch, operations })
    expect(await read(stays)).toMatchObject({ path: `moved-${file}`, line: 10, outdated: false })
    await commitTo(as(ada), repo, branch, { [`moved-${file}`]: 'nothing of it\n' })
    expect(await read(stays)).toMatchObject({ path: file, line: 8, commit_sha: head, outdated: true })
  })
})

describe('reviewers', () => {
  it('are asked, asked no more, and have answered with a review', async () => {
    const pull = await opened()
    const ask = (who: Person, reviewers: unknown, method = 'POST') =>
      as(who).send(method, `${pull.path}/requested-reviewers`, { body: { reviewers } })
    const asked = await ask(developer, ['mai', 'rea'])
    expect([asked.status, asked.body.requested_reviewers]).toEqual([201, ['mai', 'rea']])
    expect((await ask(developer, ['Mai'])).body.requested_reviewers).toEqual(['mai', 'rea'])
    expectFault(await ask(developer, ['dev']), 'B', 'invalid', { details: ['reviewers: same'] })
    expectFault(await ask(developer, ['nobody']), 'B', 'invalid', { details: ['reviewers: unknown'] })
    expectFault(await ask(developer, 'mai'), 'B', 'invalid', { details: ['reviewers: type'] })
    expectFault(await ask(reader, ['mai']), 'B', 'forbidden')
    expect(itemsOf((await as(maintainer).get(`${repo}/pulls?reviewer=@me`)).body)[0]).toMatchObject({
      number: pull.number,
    })
    expect((await ask(developer, ['rea'], 'DELETE')).body.requested_reviewers).toEqual(['mai'])
    await review(maintainer, pull, { event: 'approve' })
    expect((await as(undefined).get(pull.path)).body.requested_reviewers).toEqual([])
    const set = await as(developer).send('PATCH', pull.path, { body: { reviewers: ['ada'] } })
    expect(set.body.requested_reviewers).toEqual(['ada'])
    await eventually(async () => {
      const told = await stithy.app.db.selectFrom('notifications').select('type').execute()
      expect(told.map((one) => one.type)).toContain('review_requested')
    })
  })

  it('are those who look after the files, by the list in the target', async () => {
    const list = ['# who', '* @rea', '*.txt @mai # text', '/docs/ @ada mai@example.org', 'secret @nobody', 'a\\ b @ada']
    const place = await commitTo(as(ada), repo, 'main', { '.svc/CODEOWNERS': `${list.join('\n')}\n` })
    expect(place).toMatch(/^[0-9a-f]{40}$/)
    const pull = await opened()
    const shown = async () => (await as(undefined).get(pull.path)).body.requested_reviewers
    // Only who may review is asked: `rea` may not.
    expect(await shown()).toEqual(['mai'])
    const draft = await opened('main', { draft: true })
    expect((await as(undefined).get(draft.path)).body.requested_reviewers).toEqual([])
    const ready = await as(developer).send('PATCH', draft.path, { body: { draft: false } })
    expect(ready.body.requested_reviewers).toEqual(['mai'])
    await as(ada).post(`${repo}/contents`, {
      branch: 'main',
      operations: [{ action: 'delete', path: '.svc/CODEOWNERS' }],
    })
  })

  it('are the members of a team that has to do with the repository, and of no other: that would tell who they are', async () => {
    const path = await newRepo(stithy, ada, 'owned', { is_public: true, auto_init: true })
    await grant(stithy, 'owned', developer, 'Developer')
    const kim = await newPerson(stithy, 'kim')
    for (const [team, person] of [
      ['hidden', developer],
      ['smiths', kim],
    ] as const) {
      await newTeam(stithy, maintainer, team)
      await addMember(stithy, maintainer, team, { person, role: 'Developer' })
    }
    await commitTo(as(ada), path, 'main', { CODEOWNERS: '* @hidden @smiths\n' })
    const asked = async (branch: string): Promise<readonly string[]> => {
      await commitTo(as(ada), path, [branch, 'main'], { [`${branch}.txt`]: 'new\n' })
      const { number } = await openPull(as(ada), path, branch)
      return (await as(ada).get(`${path}/pulls/${number}`)).body.requested_reviewers
    }
    expect(await asked('one')).toEqual([])
    await addMember(stithy, maintainer, 'smiths', { person: ada, role: 'Developer' })
    const shared = await as(ada).send('PUT', 'teams/smiths/repos/ada/owned', { body: { role: 'Developer' } })
    expect(shared.status, shared.text).toBeLessThan(300)
    expect(await asked('two')).toEqual(expect.arrayContaining(['kim']))
    expect(await asked('three')).not.toContain('dev')
  })
})

describe('a suggestion', () => {
  it('is committed to the branch in both names, once, by those who may push there', async () => {
    const { path, file, branch } = await opened()
    const body = 'Better:\n```suggestion\nline three\nand four\n```\n'
    const made = await as(reader).post(`${path}/comments`, { body, path: file, line: 4, start_line: 3 })
    const apply = (who: Person) => as(who).post(`${path}/comments/${made.body.id}/apply`, {})
    expectFault(await apply(reader), 'B', 'forbidden')
    const applied = await apply(developer)
    expect(applied.status, applied.text).toBe(201)
    expect(applied.body.commit.message).toContain('Co-authored-by: rea <')
    const raw = await as(undefined).get(`/api/v1/${repo}/raw/${branch}/${file}`)
    expect(raw.text).toBe([...lines.slice(0, 2), 'line three\nand four\n', ...lines.slice(4)].join(''))
    expect((await as(undefined).get(`${path}/comments/${made.body.id}`)).body.resolved).toBe(true)
    expectFault(await apply(developer), 'B', 'conflict')
    const plain = await as(reader).post(`${path}/comments`, { body: 'x', path: file, line: 1 })
    const nothing = await as(developer).post(`${path}/comments/${plain.body.id}/apply`, {})
    expectFault(nothing, 'B', 'conflict')
  })

  const better = '```suggestion\nbetter\n```'
  const sooner = ['new\n', 'newer\n', ...lines]

  it.each([
    ['begun before the last push', (one: Opened) => review(maintainer, one, { comments: [on(one)] }), true],
    [
      'about an older commit',
      (one: Opened) => review(maintainer, one, { event: 'comment', comments: [on(one)] }),
      false,
    ],
    ['about an older commit, alone', (one: Opened) => as(maintainer).post(`${one.path}/comments`, on(one)), false],
  ])('replaces the lines it is about, wherever they are by now: one %s', async (_, say, isBegun) => {
    const one = await opened()
    const begun = isBegun ? await say(one) : null
    await commitTo(as(ada), repo, one.branch, { [one.file]: sooner.join('') })
    expect((await as(ada).get(one.path)).body.head_sha).not.toBe(one.head)
    const said = begun === null ? await say(one) : await submitted(one, begun.body.id)
    expect(said.status, said.text).toBeLessThan(202)
    const [comment] = itemsOf((await as(ada).get(`${one.path}/comments`)).body)
    expect(comment).toMatchObject({ line: 4, outdated: false, original_line: 2 })
    expect((await as(developer).post(`${one.path}/comments/${String(comment?.['id'])}/apply`, {})).status).toBe(201)
    const { text } = await as(ada).get(`${repo}/raw/${one.branch}/${one.file}`)
    expect(text).toBe(sooner.join('').replace('line 2\n', 'better\n'))
  })

  const on = ({ file, head }: Opened) => ({ body: better, path: file, line: 2, commit_sha: head })
  const submitted = ({ path }: Opened, id: string) =>
    as(maintainer).send('PATCH', `${path}/reviews/${id}`, { body: { event: 'comment' } })

  it('leaves a file in its encoding, or says that it cannot', async () => {
    const one = await opened()
    const latin = Buffer.from('caf\xe9\nna\xefve\n', 'latin1')
    const operations = [{ action: 'create', path: `${one.file}.latin`, content: latin.toString('base64') }]
    await as(ada).post(`${repo}/contents`, { branch: one.branch, message: 'Latin', operations })
    const suggest = async (text: string) => {
      const body = `\`\`\`suggestion\n${text}\n\`\`\``
      const { body: made } = await as(reader).post(`${one.path}/comments`, { body, path: `${one.file}.latin`, line: 2 })
      return as(developer).post(`${one.path}/comments/${made.id}/apply`, {})
    }
    expect(expectFault(await suggest('naïf'), 'B', 'conflict')).toContain('is not in UTF-8')
    expect((await suggest('naive')).status).toBe(201)
    const { body } = await as(ada).get(`${repo}/contents/${one.file}.latin?ref=${one.branch}`)
    expect(Buffer.from(body.content, 'base64').toString('latin1')).toBe('caf\xe9\nnaive\n')
  })

  it.each([
    ['keeps the mark that a file begins with', '\ufeffone\ntwo\n', 1, '\ufeffbetter\ntwo\n'],
    ['ends lines as those that it replaces', 'one\r\ntwo\nthree\r\n', 2, 'one\r\nbetter\nthree\r\n'],
    ['ends lines as on Windows where they do', 'one\r\ntwo\n', 1, 'better\r\ntwo\n'],
    ['leaves a last line without an end', 'one\r\ntwo', 2, 'one\r\nbetter'],
  ])('%s', async (_, before, line, after) => {
    const one = await opened()
    const path = `${one.file}.ends`
    await commitTo(as(ada), repo, one.branch, { [path]: before })
    const { body: made } = await as(reader).post(`${one.path}/comments`, { body: better, path, line })
    expect((await as(developer).post(`${one.path}/comments/${made.id}/apply`, {})).status).toBe(201)
    const { body } = await as(ada).get(`${repo}/contents/${path}?ref=${one.branch}`)
    expect(Buffer.from(body.content, 'base64').toString()).toBe(after)
  })
})

describe('viewed files', () => {
  it('are ticked off by each person, until the file changes', async () => {
    const { path, file, branch } = await opened()
    const tick = (body: object) => as(reader).send('PUT', `${path}/viewed-files`, { body })
    expect((await tick({ path: file })).status).toBe(204)
    const isViewed = async (who: Person) => itemsOf((await as(who).get(`${path}/files`)).body)[0]?.['viewed']
    expect([await isViewed(reader), await isViewed(developer)]).toEqual([true, false])
    await tick({ path: file, viewed: false })
    expect(await isViewed(reader)).toBe(false)
    await tick({ path: file })
    await commitTo(as(ada), repo, branch, { [file]: 'other\n' })
    expect(await isViewed(reader)).toBe(false)
    expectFault(await tick({ path: 'none' }), 'B', 'invalid', { details: ['path: unknown'] })
  })
})

describe('versions', () => {
  it('are listed and compared, commit by commit', async () => {
    const token = await newToken(as(developer), ['repo:write'])
    const tree = await newFolder()
    await git(tree, 'clone', '-q', addressOf(stithy, token, 'ada/tool'), '.')
    await git(tree, 'checkout', '-qb', 'series')
    await git(tree, 'commit', '-q', '--allow-empty', '-m', 'first')
    await git(tree, 'commit', '-q', '--allow-empty', '-m', 'second')
    await git(tree, 'push', '-q', 'origin', 'series')
    const { number } = await openPull(as(developer), repo, 'series')
    await git(tree, 'commit', '-q', '--amend', '--allow-empty', '-m', 'another')
    await git(tree, 'push', '-qf', 'origin', 'series')
    const list = itemsOf((await as(undefined).get(`${repo}/pulls/${number}/versions`)).body)
    expect(list.map((one) => one['version'])).toEqual([2, 1])
    expect(list[0]).toMatchObject({ head_sha: await git(tree, 'rev-parse', 'HEAD'), pushed_by: 'dev' })
    const between = await as(undefined).get(`${repo}/pulls/${number}/versions/1...2`)
    expect(between.body.commits.map((one: { status: string; subject: string }) => one.status)).toContain('same')
    expect(between.body).toMatchObject({ from: list[1], to: list[0] })
    for (const range of ['1...9', '1', '--exec=x', '1..2', '0...1']) {
      const wrong = await as(undefined).get(`${repo}/pulls/${number}/versions/${range}`)
      expectFault(wrong, 'B', 'invalid', { details: ['range: unknown'] })
    }
  })
})
