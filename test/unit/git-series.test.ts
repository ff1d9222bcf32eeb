import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sha } from '../../src/core/sha.ts'
import { type Anchor, followLines } from '../../src/git/follow-lines.ts'
import { Kept } from '../../src/git/kept.ts'
import { ObjectStore } from '../../src/git/object-store.ts'
import { findPatchId, listPatchIds } from '../../src/git/patch-ids.ts'
import { compareVersions, type Version } from '../../src/git/range-diff.ts'
import { initRepository } from '../../src/git/repository-folder.ts'
import { Git, type RepoDir } from '../../src/git/run-git.ts'
import { newFolder } from '../support/git.ts'
import { Histories, lines, type Mark } from '../support/histories.ts'

const runner = new Git(process.env['PATH'] ?? '')
const parts = { git: runner, objects: new ObjectStore(runner), kept: new Kept() }
const h = new Histories()

const start = h.commit([], { a: lines(30), m: Buffer.from([0, 1, 2]) })
const onward = h.commit([start], { a: `new\n${lines(30)}`, z: '1\n' })
const message = { message: 'Change = a line: 1 ! 2\n' }
const first = h.commit([start], { a: lines(30, { 15: 'changed' }) }, message)
const second = h.commit([first], { b: lines(40), m: Buffer.from([0, 1, 3]) }, { message: 'Add b ü\n' })
const third = h.commit([second], {}, { message: 'Empty\n' })
/** The same on another base; then with one line more, in another order, and with other spaces. */
const rebasedFirst = h.commit([onward], { a: `new\n${lines(30, { 15: 'changed' })}` }, message)
const rebased = h.commit([rebasedFirst], { b: lines(40), m: Buffer.from([0, 1, 3]) }, { message: 'Add b ü\n' })
const amendedFirst = h.commit(
  [onward],
  { b: lines(40, { 30: 'other' }), m: Buffer.from([0, 1, 3]) },
  { message: 'Add b ü\n' },
)
const amended = h.commit([amendedFirst], { c: 'new\n' }, { message: 'Something new\n' })
const spaced = h.commit([start], { a: lines(30, { 15: '    changed' }) }, message)
let long = start
for (let at = 0; at < 205; at++) long = h.commit([long], { n: `${at}\n` })

let parent: string
let dir: RepoDir
let idOf: (mark: Mark) => Sha
const version = (base: Mark, head: Mark): Version => ({ base: idOf(base), head: idOf(head) })

beforeAll(async () => {
  parent = await newFolder()
  dir = join(parent, 'series.git') as RepoDir
  await initRepository(runner, dir, 'main')
  idOf = h.write(dir)
})

afterAll(async () => {
  parts.objects.close()
  await rm(parent, { recursive: true })
})

describe('the id of a patch', () => {
  it('is the same on another base, and another when a space is different', async () => {
    const ids = await Promise.all(
      [version(start, first), version(onward, rebasedFirst), version(start, spaced)].map((range) =>
        findPatchId(parts, dir, range),
      ),
    )
    expect(ids[0]).toMatch(/^[0-9a-f]{40}$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  it('is known of each commit of a series, and of the whole', async () => {
    const [before, after] = await Promise.all(
      [version(start, third), version(onward, rebased)].map((range) => listPatchIds(parts, dir, range)),
    )
    expect(before?.map(({ sha }) => sha)).toEqual([first, second, third].map(idOf))
    expect(before?.[2]?.patchId).toBeNull()
    expect(after?.map(({ patchId }) => patchId)).toEqual(before?.slice(0, 2).map(({ patchId }) => patchId))
    expect(await findPatchId(parts, dir, version(start, third))).toBe(
      await findPatchId(parts, dir, version(onward, rebased)),
    )
    expect(await findPatchId(parts, dir, version(start, start))).toBeNull()
  })
})

describe('two versions of a series', () => {
  it('that differ in their base alone are the same', async () => {
    const result = await compareVersions(parts, dir, version(start, second), version(onward, rebased))
    expect(result).toEqual({
      kind: 'pairs',
      pairs: [
        {
          status: 'same',
          old: idOf(first),
          new: idOf(rebasedFirst),
          subject: 'Change = a line: 1 ! 2',
          lines: [],
          isCut: false,
        },
        { status: 'same', old: idOf(second), new: idOf(rebased), subject: 'Add b ü', lines: [], isCut: false },
      ],
    })
  })

  it('are compared commit by commit', async () => {
    const result = await compareVersions(parts, dir, version(start, second), version(onward, amended))
    if (result.kind !== 'pairs') throw new Error(result.kind)
    expect(result.pairs.map(({ status, subject }) => `${status} ${subject}`)).toEqual([
      'removed Change = a line: 1 ! 2',
      'changed Add b ü',
      'added Something new',
    ])
    const [removed, changed, added] = result.pairs
    expect([removed?.new, added?.old]).toEqual([null, null])
    expect(changed?.lines).toContain('-+line 30')
    expect(changed?.lines).toContain('++other')
  })

  it('may be empty', async () => {
    const empty = version(onward, onward)
    const some = version(start, first)
    const subjects = async (one: Version, other: Version): Promise<readonly string[]> => {
      const result = await compareVersions(parts, dir, one, other)
      return result.kind === 'pairs' ? result.pairs.map(({ status }) => status) : [result.kind]
    }
    expect(await subjects(empty, some)).toEqual(['added'])
    expect(await subjects(some, empty)).toEqual(['removed'])
    expect(await subjects(empty, empty)).toEqual([])
  })

  it('of more commits than anybody compares are not compared', async () => {
    expect(await compareVersions(parts, dir, version(start, long), version(start, first))).toEqual({
      kind: 'too-large',
    })
  })
})

describe('a place that somebody wrote about', () => {
  const follow = async (place: Partial<Anchor>, now: Version = version(onward, rebased)) => {
    const anchor = { path: 'a', side: 'new', first: 15, last: 15, ...version(start, second), ...place } as const
    return (await followLines(parts, dir, [anchor], now))[0]
  }
  const outdated = { kind: 'outdated' }

  it('is followed on both sides', async () => {
    expect(await follow({})).toEqual({ kind: 'found', path: 'a', first: 16, last: 16, isSame: true })
    expect(await follow({ side: 'old' })).toEqual({ kind: 'found', path: 'a', first: 16, last: 16, isSame: true })
    expect(await follow({}, version(start, second))).toMatchObject({ first: 15, isSame: true })
  })

  it('is outdated where there is no such file or line', async () => {
    for (const place of [
      { path: 'nowhere' },
      { path: '' },
      { path: 'a/b' },
      { path: '../a' },
      { first: 99, last: 99 },
    ]) {
      expect(await follow(place), JSON.stringify(place)).toEqual(outdated)
    }
    for (const place of [
      { first: 0, last: 0 },
      { first: -5, last: 2 },
      { first: 9, last: 3 },
      { first: 1, last: 1e9 },
    ]) {
      expect((await follow(place))?.kind, JSON.stringify(place)).toBe('outdated')
    }
    expect(await follow({ path: 'b' }, version(start, first))).toEqual(outdated)
  })
})
