// Refs that move from inside: one verb, by the journal, gate and effects of a push, whatever happens in between.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '../../src/core/actor.ts'
import { branchRef } from '../../src/core/ref-name.ts'
import { noSha, requireSha, type Sha } from '../../src/core/sha.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { type OpenRepo, requireRepo } from '../../src/features/access/require-repo.ts'
import { moveRefs } from '../../src/features/transport/move-refs.ts'
import { holdEntry, openJournal } from '../../src/features/transport/push-journal.ts'
import { reconcilePushes } from '../../src/features/transport/reconcile-pushes.ts'
import type { RefChange } from '../../src/git/receive-pack.ts'
import { git } from '../support/git.ts'
import { newPerson, type Person } from '../support/people.ts'
import { folderOf, gitRefs, knownRefs, newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

interface Prepared {
  readonly repo: OpenRepo
  readonly dir: string
  readonly head: Sha
  /** Commits that no ref leads to yet, each the parent of the next. */
  readonly next: readonly [Sha, Sha]
}

async function prepare(slug: string): Promise<Prepared> {
  await newRepo(stithy, ada, slug, { auto_init: true })
  const dir = await folderOf(stithy, 'ada', slug)
  const head = await git(dir, 'rev-parse', 'main')
  const first = await commitOn(dir, head, 'a')
  const second = await commitOn(dir, first, 'b')
  const repo = await openRepo(slug)
  return { repo, dir, head: requireSha(head), next: [requireSha(first), requireSha(second)] }
}

/** Upkeep may take away the empty folder that git is just about to write into. */
function commitOn(dir: string, parent: string, message: string): Promise<string> {
  return eventually(() => git(dir, 'commit-tree', '-m', message, '-p', parent, 'main^{tree}'))
}

function openRepo(slug: string): Promise<OpenRepo> {
  return requireRepo(stithy.app, systemActor, { owner: 'ada', repo: slug }, { role: 'Developer', scope: 'repo:write' })
}

function change(branch: string, before: Sha, after: Sha): RefChange {
  const ref = branchRef(branch)
  if (ref === null) throw new Error(`${branch} is no branch`)
  return { ref, before, after }
}

function move(repo: OpenRepo, ...changes: readonly RefChange[]): Promise<void> {
  return moveRefs(stithy.app, { actor: systemActor, repo, way: 'push' }, changes)
}

/** How many pushes have had their effects. */
async function settled(slug: string): Promise<number> {
  const query = stithy.app.db.selectFrom('repos').select('refs_version').where('slug', '=', slug)
  return (await query.executeTakeFirstOrThrow()).refs_version
}

async function openEntries(): Promise<number> {
  return (await stithy.app.db.selectFrom('push_journal').select('id').execute()).length
}

async function waitingJobs(): Promise<number> {
  const jobs = await stithy.app.db.selectFrom('jobs').select('id').where('state', '!=', 'dead').execute()
  return jobs.length
}

/** As after a crash, and long enough ago that nobody else can be at work on it. */
async function crash(): Promise<void> {
  await abandon()
  stithy = await stithy.restart()
}

async function abandon(): Promise<void> {
  await inTransaction(stithy.app, async (tx) => {
    await tx.updateTable('push_journal').set({ lease_until: 0 }).execute()
  })
}

describe('refs that move from inside', () => {
  it('move all or none, each from where it was seen', async () => {
    const { repo, head, next } = await prepare('all-or-none')
    await move(repo, change('main', head, next[0]), change('topic', noSha, head))
    const stale = move(repo, change('other', noSha, head), change('main', head, next[1]))
    await expect(stale).rejects.toMatchObject({ kind: 'conflict', code: 'CONFLICT' })
    await expect(move(repo, change('topic', noSha, head))).rejects.toMatchObject({ kind: 'conflict' })
    await expect(move(repo, change('none', head, noSha))).rejects.toMatchObject({ kind: 'conflict' })
    const refs = { 'refs/heads/main': next[0], 'refs/heads/topic': head }
    expect(await gitRefs(stithy, 'ada', 'all-or-none')).toEqual(refs)
    expect(await knownRefs(stithy, 'all-or-none')).toEqual(refs)
    expect(await openEntries()).toBe(0)
  })

  it('that are locked by a git at work are a conflict, and free again after it', async () => {
    const { repo, dir, head, next } = await prepare('locked')
    // Packing the refs in the background takes and leaves the same lock.
    await eventually(async () => expect(await waitingJobs()).toBe(0))
    await writeFile(join(dir, 'refs/heads/main.lock'), '')
    await expect(move(repo, change('main', head, next[0]))).rejects.toMatchObject({ kind: 'conflict' })
    expect(await openEntries()).toBe(0)
  })

  it('to what is not there fail, and leave nothing behind', async () => {
    const { repo, head } = await prepare('nothing')
    const nowhere = requireSha('1'.repeat(40))
    await expect(move(repo, change('main', head, nowhere))).rejects.toThrow('nonexistent object')
    expect(await knownRefs(stithy, 'nothing')).toEqual({ 'refs/heads/main': head })
    expect(await openEntries()).toBe(0)
  })

  it('are judged as a push is', async () => {
    const { repo, head } = await prepare('judged')
    await expect(move(repo, change('main', head, noSha))).rejects.toMatchObject({ kind: 'forbidden' })
  })
})

describe('a server that dies', () => {
  it('before the refs moved has done nothing', async () => {
    const { repo, head, next } = await prepare('before')
    const count = await settled('before')
    await openJournal(stithy.app, systemActor, repo, { changes: [change('main', head, next[0])], gitProcess: null })
    await crash()
    expect(await openEntries()).toBe(0)
    expect(await settled('before')).toBe(count)
    expect(await knownRefs(stithy, 'before')).toEqual({ 'refs/heads/main': head })
  })

  it('while git held its locks leaves the way free', async () => {
    const { repo, dir, head, next } = await prepare('during')
    await openJournal(stithy.app, systemActor, repo, { changes: [change('main', head, next[0])], gitProcess: null })
    await writeFile(join(dir, 'refs/heads/main.lock'), '')
    await writeFile(join(dir, 'packed-refs.lock'), '')
    await crash()
    await move(await openRepo('during'), change('main', head, next[0]))
    expect(await knownRefs(stithy, 'during')).toEqual({ 'refs/heads/main': next[0] })
  })

  it('after the refs moved gets the effects at its next start, of each push once', async () => {
    const { repo, dir, head, next } = await prepare('after')
    const count = await settled('after')
    // One after the other, the second begun before the first had its effects.
    await openJournal(stithy.app, systemActor, repo, { changes: [change('main', head, next[0])], gitProcess: null })
    await git(dir, 'update-ref', 'refs/heads/main', next[0], head)
    await openJournal(stithy.app, systemActor, repo, { changes: [change('main', next[0], next[1])], gitProcess: null })
    await git(dir, 'update-ref', 'refs/heads/main', next[1], next[0])
    await crash()
    expect(await openEntries()).toBe(0)
    expect(await settled('after')).toBe(count + 2)
    expect(await knownRefs(stithy, 'after')).toEqual({ 'refs/heads/main': next[1] })
    await crash()
    expect(await settled('after')).toBe(count + 2)
  })

  it('beside others that go on has its pushes brought to their end by them', async () => {
    const { repo, dir, head, next } = await prepare('beside')
    await openJournal(stithy.app, systemActor, repo, { changes: [change('main', head, next[0])], gitProcess: null })
    await git(dir, 'update-ref', 'refs/heads/main', next[0], head)
    await writeFile(join(dir, 'refs/heads/main.lock'), '')
    await abandon()
    await eventually(async () => expect(await openEntries()).toBe(0))
    expect(await knownRefs(stithy, 'beside')).toEqual({ 'refs/heads/main': next[0] })
    await move(await openRepo('beside'), change('main', next[0], next[1]))
  })

  it('is not taken for dead while it is at work', async () => {
    const { repo, head, next } = await prepare('at-work')
    const entry = await openJournal(stithy.app, systemActor, repo, {
      changes: [change('main', head, next[0])],
      gitProcess: null,
    })
    expect(await reconcilePushes(stithy.app, 'serving')).toBe(0)
    const release = holdEntry(stithy.app, entry)
    await sleep(3000)
    stithy.advance(5000)
    expect(await reconcilePushes(stithy.app, 'serving')).toBe(0)
    release()
    stithy.advance(10_000)
    await eventually(async () => expect(await openEntries()).toBe(0))
  })
})
