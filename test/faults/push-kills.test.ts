// kill -9 at each named point of a push, again and again: afterwards every effect is there exactly once, and the refs
// are what the database says. KILLS=1000 in the environment makes a long night of it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Checkpoint } from '../../src/core/checkpoint.ts'
import { select } from '../process/database.ts'
import { onPostgres } from '../process/stithy-process.ts'
import { git, newFolder, tryGit } from '../support/git.ts'
import { testMs } from '../support/patience.ts'
import { eventually } from '../support/stithy.ts'
import { inTurns } from '../support/thorough.ts'
import { Mortal } from './mortal.ts'

const all: readonly Checkpoint[] = ['push.judged', 'push.journaled', 'refs.moved', 'push.settling', 'push.settled']
/** Merges die at the others. */
const points = process.env['KILLS'] === undefined ? inTurns(all, 2, 0) : all
const kills = Number(process.env['KILLS'] ?? points.length)

/** Before the verdict nothing can move; right behind it git may or may not have come that far, and both are whole. */
const outcomes: Readonly<Partial<Record<Checkpoint, readonly ('moved' | 'stayed')[]>>> = {
  'push.judged': ['stayed'],
  'push.journaled': ['stayed', 'moved'],
  'refs.moved': ['moved'],
  'push.settling': ['moved'],
  'push.settled': ['moved'],
}

let mortal: Mortal
let token: string

beforeAll(async () => {
  mortal = await Mortal.make()
  await mortal.start()
  const ada = await mortal.newPerson('ada')
  token = ada.token
  await ada.client.post('user/repos', { slug: 'mortal' })
})
afterAll(() => mortal.end())

const address = (): string => `http://x:${token}@127.0.0.1:${mortal.place.port}/ada/mortal`

interface State {
  readonly version: number
  readonly known: string | null
  readonly open: number
}

/** What the database says of the branch, how many pushes had their effects, and how many wait for theirs. */
async function state(): Promise<State> {
  const [repo] = await select(mortal.place, 'select refs_version from repos')
  const [ref] = await select(mortal.place, "select sha from refs where name = 'refs/heads/main'")
  const [journal] = await select(mortal.place, 'select count(*) as open from push_journal')
  return {
    version: Number(repo?.['refs_version']),
    known: (ref?.['sha'] as string | undefined) ?? null,
    open: Number(journal?.['open']),
  }
}

it(`loses nothing and does nothing twice in ${kills} kills`, { timeout: testMs + kills * 10_000 }, async () => {
  const tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  await commit(tree, 'begin')
  await mortal.rest()
  await mortal.start(points[0])
  await mortal.arm()
  for (let kill = 0; kill < kills; kill++) {
    const point = points[kill % points.length] ?? 'push.judged'
    // What was cut off last time, tried again: everything works as if nothing had happened.
    expect(await tryGit(tree, 'push', address(), 'main'), point).toMatchObject({ code: 0 })
    const before = await state()
    expect(before.known).toBe(await git(tree, 'rev-parse', 'HEAD'))
    const next = await commit(tree, `${kill} ${point}`)
    const died = mortal.died()
    const push = await tryGit(tree, 'push', '-q', address(), 'main')
    await died
    expect(push.code, `the push was not cut off at ${point}`).not.toBe(0)
    await mortal.start(points[(kill + 1) % points.length])
    // On PostgreSQL another server might be at work on it: until its lease has lapsed, nobody touches it.
    await eventually(async () => expect((await state()).open).toBe(0), onPostgres ? 20_000 : 5000)
    const shown = (await git(tree, 'ls-remote', address(), 'refs/heads/main')).slice(0, 40)
    const after = await state()
    expect(after.known, point).toBe(shown)
    expect(outcomes[point], point).toContain(shown === next ? 'moved' : 'stayed')
    expect(after.version - before.version, point).toBe(shown === next ? 1 : 0)
    await mortal.arm()
    // A push that has nothing left to do does not come to the points: the next server counts its first one here.
    if (shown === next) await git(tree, 'commit', '-q', '--allow-empty', '-m', 'go on')
  }
})

async function commit(tree: string, text: string): Promise<string> {
  await writeFile(join(tree, 'file'), text)
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', text)
  return git(tree, 'rev-parse', 'HEAD')
}
