import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sha } from '../../src/core/sha.ts'
import { applyPlainly } from '../../src/git/apply-plainly.ts'
import { checkMerge } from '../../src/git/check-merge.ts'
import { withCoAuthors } from '../../src/git/co-authors.ts'
import { History } from '../../src/git/history.ts'
import { Kept } from '../../src/git/kept.ts'
import { makeMerge } from '../../src/git/make-merge.ts'
import { makeRebase } from '../../src/git/make-rebase.ts'
import { makeSquash } from '../../src/git/make-squash.ts'
import { mergeTrees } from '../../src/git/merge-trees.ts'
import { ObjectStore } from '../../src/git/object-store.ts'
import { parseCommit } from '../../src/git/parse-commit.ts'
import { initRepository } from '../../src/git/repository-folder.ts'
import { Git, type RepoDir } from '../../src/git/run-git.ts'
import { inScratch } from '../../src/git/scratch.ts'
import { newObject, writeObjects } from '../../src/git/write-objects.ts'
import { git, newFolder } from '../support/git.ts'
import { type Change, Histories, lines, type Mark } from '../support/histories.ts'
import { numbers } from '../support/sample-code.ts'

const runner = new Git(process.env['PATH'] ?? '')
const objects = new ObjectStore(runner)
const parts = { git: runner, objects, kept: new Kept(), history: new History(runner, new Kept(), objects) }
const person = { name: 'Bö', email: 'b@example.org', at: 1_750_000_000_000 }
const h = new Histories()

const base = h.commit([], { a: lines(9), b: lines(20), c: 'x\n', d: Buffer.from([0, 1, 2]), 's/x': '1\n' })
const changed = { a: lines(9, { 5: 'target' }), b: null, d: Buffer.from([0, 1, 3]), e: 'ours\n' }
const target = h.commit([base], changed)
const clash = h.commit([base], {
  a: lines(9, { 5: 'head' }),
  b: lines(20, { 1: 'x' }),
  d: Buffer.from([0, 1, 4]),
  e: 'theirs\n',
})
const people = ['Bö <B@example.org>', 'Cy <cy@example.org>', 'Di <di@example.org>', 'Cy again <CY@example.org>']
let series = base
for (const [at, author] of people.entries()) {
  const message = at === 2 ? 'Third\n\nCo-authored-by: Ed <ed@example.org>\n' : `Number ${at}\n`
  series = h.commit([series], { [`n${at}`]: 'x\n' }, { author, message })
}
const big = h.commit([base], { big: Buffer.alloc(33 * 1024 * 1024, 'a large file that nobody reads\n') })
const odd = h.commit(
  [base],
  { odd: '1\n' },
  {
    author: Buffer.from('\xff\xfe <x@example.org>', 'latin1'),
    message: Buffer.from('\xff\xfe no text\n', 'latin1'),
  },
)
const latin = h.commit(
  [base],
  { latin: '1\n' },
  {
    author: Buffer.from('J\xfcrgen <j@example.org>', 'latin1'),
    message: Buffer.from('Gr\xfc\xdfe\n', 'latin1'),
    encoding: 'ISO-8859-1',
  },
)
let parent: string
let dir: RepoDir
let idOf: (mark: Mark) => Sha
const request = (to: Mark, from: Mark) => ({
  target: idOf(to),
  head: idOf(from),
  message: 'Merged',
  author: person,
  committer: person,
})

/** Ours and theirs, and what they came from: changes of every kind, more often plain than not. */
const triples = randomTriples(h, 60)

beforeAll(async () => {
  parent = await newFolder()
  dir = join(parent, 'details.git') as RepoDir
  await initRepository(runner, dir, 'main')
  idOf = h.write(dir)
})

afterAll(async () => {
  parts.objects.close()
  await rm(parent, { recursive: true })
})

describe('a conflict', () => {
  it('says which files are in the way, and why', async () => {
    const result = await checkMerge(parts, dir, request(target, clash))
    expect(result).toEqual({
      kind: 'conflict',
      tree: expect.stringMatching(/^[0-9a-f]{40}$/),
      files: [
        { path: 'a', reason: 'content' },
        { path: 'b', reason: 'modify/delete' },
        { path: 'd', reason: 'binary' },
        { path: 'e', reason: 'add/add' },
      ],
    })
  })

  it('and every other try leaves the repository as it was', async () => {
    const before = await readdir(join(dir, 'objects'), { recursive: true })
    await checkMerge({ ...parts, kept: new Kept() }, dir, request(target, series))
    for (const make of [makeMerge, makeSquash, makeRebase]) await make(parts, dir, request(target, clash))
    expect(await readdir(join(dir, 'objects'), { recursive: true })).toEqual(before)
  })

  it('is not found for ever: who waits no longer hears that it is too much', async () => {
    const kept = new Kept()
    expect(await checkMerge({ ...parts, kept }, dir, request(target, series), 0)).toEqual({ kind: 'too-large' })
    expect((await checkMerge({ ...parts, kept }, dir, request(target, series))).kind).toBe('clean')
    const late = { ...request(target, series), timeoutMs: 0 }
    expect(await makeRebase(parts, dir, late)).toEqual({ kind: 'too-large' })
  })
})

describe('a merge', () => {
  it('asked for again is the same commit', async () => {
    for (const make of [makeMerge, makeSquash, makeRebase]) {
      const first = await make(parts, dir, request(target, series))
      expect(first.kind).toBe('made')
      expect(await make({ ...parts, kept: new Kept() }, dir, request(target, series))).toEqual(first)
    }
  })

  it('into a branch brings it up to date', async () => {
    const made = await makeMerge(parts, dir, request(series, target))
    if (made.kind !== 'made') throw new Error(made.kind)
    expect(await git(dir, 'log', '-1', '--format=%P', made.head)).toBe(`${idOf(series)} ${idOf(target)}`)
  })

  it('carries files of any size', async () => {
    for (const make of [makeMerge, makeSquash, makeRebase]) {
      const made = await make(parts, dir, request(target, big))
      if (made.kind !== 'made') throw new Error(made.kind)
      const entry = async (commit: Sha): Promise<string> => git(dir, 'rev-parse', `${commit}:big`)
      expect(await entry(made.head)).toBe(await entry(idOf(big)))
    }
  })

  it('that would make a hostile file out of two harmless ones is refused', async () => {
    const write = async (text: string, parents: string): Promise<Sha> => {
      const blob = newObject('blob', Buffer.from(text))
      const tree = newObject('tree', Buffer.concat([Buffer.from('100644 .gitmodules\0'), Buffer.from(blob.sha, 'hex')]))
      const head = `tree ${tree.sha}\n${parents}author A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nx\n`
      const commit = newObject('commit', Buffer.from(head))
      await writeObjects(runner, dir, [blob, tree, commit])
      return commit.sha
    }
    const common = '[core]\n# 1\n# 2\n# 3\n# 4\n# 5\n# 6\n'
    const root = `parent ${await write(common, '')}\n`
    const ours = await write(`[submodule "y"]\n${common.slice(7)}`, root)
    const theirs = await write(`${common}\turl = -u./payload\n`, root)
    const both = { ...request(target, target), target: ours, head: theirs }
    expect(await makeMerge(parts, dir, both)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('gitmodules'),
    })
  })
})

describe('a rebase', () => {
  const rebase = async (head: Sha): Promise<Buffer> => {
    const made = await makeRebase(parts, dir, { ...request(target, target), head })
    if (made.kind !== 'made') throw new Error(made.kind)
    return (await parts.objects.read(dir, made.head))?.data ?? Buffer.alloc(0)
  }

  it('only goes forward where the target has nothing new', async () => {
    const made = await makeRebase(parts, dir, request(base, series))
    expect(made).toEqual({ kind: 'made', head: idOf(series), commits: [] })
  })

  it('keeps names and messages that are no text, byte for byte', async () => {
    const data = (await rebase(idOf(odd))).toString('latin1')
    expect(data).toContain('author \xff\xfe <x@example.org> ')
    expect(data).toContain('\n\n\xff\xfe no text\n')
  })

  it('puts a commit into UTF-8 only where the name of whoever merges could not stand in it otherwise', async () => {
    const data = (await rebase(idOf(latin))).toString('utf8')
    expect(data).toContain('author Jürgen <j@example.org> ')
    expect(data).toContain('\n\nGrüße\n')
    expect(data).not.toContain('encoding')
    const plain = { ...person, name: 'Bo' }
    const made = await makeRebase(parts, dir, { target: idOf(target), head: idOf(latin), committer: plain })
    if (made.kind !== 'made') throw new Error(made.kind)
    const kept = (await parts.objects.read(dir, made.head))?.data.toString('latin1')
    expect(kept).toContain('author J\xfcrgen <j@example.org> ')
    expect(kept).toContain('\nencoding ISO-8859-1\n\nGr\xfc\xdfe\n')
  })

  it('leaves out a signature, which was given for another commit', async () => {
    const original = (await parts.objects.read(dir, idOf(odd)))?.data.toString('latin1') ?? ''
    const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n'
    const signed = newObject('commit', Buffer.from(original.replace('\n\n', `\n${signature}\n`), 'latin1'))
    await writeObjects(runner, dir, [signed])
    const data = await rebase(signed.sha)
    expect(data.toString('latin1')).not.toContain('gpgsig')
    expect(data.toString('latin1')).not.toContain('PGP')
  })

  it('applies by itself only what git would merge to the same', async () => {
    let plain = 0
    for (const triple of triples) {
      await inScratch(parts.objects, dir, async (scratch) => {
        const ids = triple.map(idOf)
        const trees = await Promise.all(ids.map(async (sha) => parseCommit(await scratch.read(sha)).tree))
        const [root, ours, theirs] = trees
        const [, left, right] = ids
        if (!root || !ours || !theirs || !left || !right) throw new Error('three were made')
        const tree = await applyPlainly(scratch, { base: root, ours, theirs })
        if (tree === null) return
        plain++
        expect(await mergeTrees(parts, scratch, [left, right])).toEqual({ kind: 'clean', tree })
      })
    }
    expect(plain).toBeGreaterThan(20)
  })

  it('leaves to git what has no end: a few folders that name each other ten times', async () => {
    await inScratch(parts.objects, dir, async (scratch) => {
      const endless = async (...files: readonly string[]): Promise<Sha> => {
        let inner = newObject('blob', Buffer.from('x'))
        for (let level = 0; level < 10; level++) {
          const names = level === 0 ? files : [...'0123456789']
          const entry = [Buffer.from(level === 0 ? '100644 ' : '40000 '), Buffer.from(inner.sha, 'hex')] as const
          inner = newObject(
            'tree',
            Buffer.concat(names.flatMap((name) => [entry[0], Buffer.from(`${name}\0`), entry[1]])),
          )
          await scratch.put(inner)
        }
        return inner.sha
      }
      const [root, ours, theirs] = [await endless('a'), await endless('a', 'b'), await endless('a', 'c')]
      expect(await applyPlainly(scratch, { base: root, ours, theirs })).toBeNull()
    })
  })
})

describe('a squash', () => {
  it('thanks everybody who wrote a part of it, once, but for the one whose commit it is', async () => {
    const made = await makeSquash(parts, dir, { ...request(target, series), message: 'All of it\n\nRefs: #1' })
    if (made.kind !== 'made') throw new Error(made.kind)
    const trailers = ['Refs: #1', 'Cy <cy@example.org>', 'Di <di@example.org>', 'Ed <ed@example.org>']
    const [first, ...others] = trailers
    const wanted = ['All of it', '', first, ...others.map((who) => `Co-authored-by: ${who}`)].join('\n')
    expect(await git(dir, 'log', '-1', '--format=%B', made.head)).toBe(wanted)
  })

  it.each([
    ['Subject', 'Subject\n\nCo-authored-by: Cy <cy@x>\n'],
    ['Fix: it', 'Fix: it\n\nCo-authored-by: Cy <cy@x>\n'],
    ['Subject\n\nBody.', 'Subject\n\nBody.\n\nCo-authored-by: Cy <cy@x>\n'],
    ['S\n\nSigned-off-by: A <a@b>', 'S\n\nSigned-off-by: A <a@b>\nCo-authored-by: Cy <cy@x>\n'],
    ['S\n\nco-authored-by: C <CY@x>', 'S\n\nco-authored-by: C <CY@x>'],
  ])('ends the message %j with trailers', (message, wanted) => {
    expect(withCoAuthors(message, [{ name: 'Cy', email: 'cy@x' }])).toBe(wanted)
  })

  it('reads what looks like a trailer, however long it is', () => {
    const began = performance.now()
    for (const line of [`${'\u00a0'.repeat(40_000)}x`, `${' '.repeat(40_000)}<${' '.repeat(40_000)}x`]) {
      withCoAuthors(`S\n\nCo-authored-by: ${line}`, [{ name: 'Cy', email: 'cy@x' }])
    }
    expect(performance.now() - began).toBeLessThan(500)
  })
})

function randomTriples(histories: Histories, count: number): readonly (readonly [Mark, Mark, Mark])[] {
  const next = numbers(11)
  const folders = ['', 'a/', 'b/', 'a/x/', 'c/']
  const content = (at: number): string =>
    lines(15, { 2: `text ${at}`, 3: `of file ${at}`, 4: `and nothing else ${at}` })
  const start = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${folders[at % 5]}f${at}`, content(at)]))
  const paths = Object.keys(start)
  const change = (kinds: number): Record<string, Change> => {
    const changes: Record<string, Change> = {}
    for (let left = 1 + next(3); left > 0; left--) {
      const path = paths[next(paths.length)] ?? ''
      const kind = next(kinds)
      if (kind === 0) changes[path] = `${start[path]}more ${next(9)}\n`
      else if (kind === 1) changes[`${folders[next(5)]}n${next(6)}`] = content(next(12))
      else if (kind === 2) changes[path] = null
      else Object.assign(changes, { [path]: null, [`${folders[next(5)]}m${next(6)}`]: start[path] ?? '' })
    }
    return changes
  }
  return Array.from({ length: count }, () => {
    const root = histories.commit([], start)
    return [root, histories.commit([root], change(4)), histories.commit([root], change(next(3) === 0 ? 4 : 2))] as const
  })
}
