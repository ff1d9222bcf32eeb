// kill -9 at each named point of a merge: afterwards it is merged, once and everywhere, or not at all.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Checkpoint } from '../../src/core/checkpoint.ts'
import { select } from '../process/database.ts'
import { onPostgres } from '../process/stithy-process.ts'
import type { Client } from '../support/client.ts'
import { git } from '../support/git.ts'
import { testMs } from '../support/patience.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { eventually } from '../support/stithy.ts'
import { inTurns } from '../support/thorough.ts'
import { Mortal } from './mortal.ts'

const all: readonly Checkpoint[] = ['push.judged', 'push.journaled', 'refs.moved', 'push.settling', 'push.settled']
/** Pushes die at the others. */
const points = process.env['KILLS'] === undefined ? inTurns(all, 2, 1) : all
const methods = ['squash', 'merge', 'rebase'] as const
const kills = Number(process.env['KILLS'] ?? (onPostgres ? 2 : Math.max(points.length, methods.length)))
const repo = 'repos/ada/mortal'
const waiting = "select name from jobs where state = 'running' or attempts = 0"

/** On PostgreSQL, where a start waits for leases, first those where the refs have moved and nothing was written. */
function pointOf(kill: number): Checkpoint {
  return points[(kill + (onPostgres ? 2 : 0)) % points.length] ?? 'refs.moved'
}

let mortal: Mortal
let client: Client
let dir: string

beforeAll(async () => {
  mortal = await Mortal.make()
  await mortal.start(pointOf(0), 1)
  const ada = await mortal.newPerson('ada')
  client = ada.client.as(ada.token)
  await client.post('user/repos', { slug: 'mortal', auto_init: true })
  const [folder = ''] = await readdir(join(mortal.place.dataDir, 'repositories/ada'))
  dir = join(mortal.place.dataDir, 'repositories/ada', folder)
})
afterAll(() => mortal.end())

it(`merges once or not at all in ${kills} kills`, { timeout: testMs + kills * 15_000 }, async () => {
  for (let kill = 0; kill < kills; kill++) {
    const point = pointOf(kill)
    await commitTo(client, repo, [`topic-${kill}`, 'main'], { [`file-${kill}`]: 'one\n' })
    await commitTo(client, repo, 'main', { [`other-${kill}`]: 'two\n' })
    const { number } = await openPull(client, repo, `topic-${kill}`)
    const before = await git(dir, 'rev-parse', 'main')
    const input = { merge_method: methods[kill % methods.length], delete_branch: kill % 2 === 0 }
    const merge = () => client.post(`${repo}/pulls/${number}/merge`, input)
    // What follows from the push and the pull request moves refs as well, and is not what is to be broken.
    await expect.poll(() => select(mortal.place, waiting)).toEqual([])
    await mortal.arm()
    const died = mortal.died()
    await expect(merge(), point).rejects.toThrow('fetch failed')
    await died
    await mortal.start(pointOf(kill + 1), 1)
    const open = async (): Promise<number> =>
      Number((await select(mortal.place, 'select count(*) as n from push_journal'))[0]?.['n'])
    await eventually(async () => expect(await open()).toBe(0), onPostgres ? 20_000 : 5000)
    const moved = (await git(dir, 'rev-parse', 'main')) !== before
    const { body } = await client.get(`${repo}/pulls/${number}`)
    expect([point, body.state]).toEqual([point, moved ? 'merged' : 'open'])
    expect(moved, point).toBe(point !== 'push.judged' && point !== 'push.journaled')
    // Asked for once more: the same result, or the first.
    const again = await merge()
    expect(again.status, again.text).toBe(200)
    const tip = await git(dir, 'rev-parse', 'main')
    expect(again.body.merge_commit_sha).toBe(tip)
    expect(await git(dir, 'rev-list', '--count', '--first-parent', `${before}..main`)).toBe('1')
    const refs = await select(mortal.place, "select sha from refs where name = 'refs/heads/main'")
    expect(refs[0]?.['sha']).toBe(tip)
    const source = (await client.get(`${repo}/branches/topic-${kill}`)).status
    expect(source).toBe(kill % 2 === 0 ? 404 : 200)
  }
})
