import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { Client } from '../support/client.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually } from '../support/stithy.ts'
import { newPlace, onPostgres, type Place, type Running, ready, run, start, succeed } from './stithy-process.ts'

const pages = [
  '/dashboard',
  '/harbour',
  '/harbour/tideline',
  '/harbour/tideline/commits/main',
  '/harbour/tideline/issues',
  '/harbour/tideline/issues/2',
  '/harbour/tideline/pulls',
  '/harbour/tideline/releases',
  '/harbour/tideline/settings',
  '/harbour/roadmap',
  '/ada/field-notes',
  '/bob/lamp',
  '/notifications',
  '/admin',
]

async function startDemo(place: Place): Promise<Running> {
  const running = start(['serve', '--demo'], place.env)
  await ready(running)
  return running
}

describe('the demo', () => {
  it('is there within seconds, alive, and sound; and is found again at the next start', async () => {
    const place = await newPlace()
    const running = await startDemo(place)
    const said = running.stderr()
    const password = /password (\S+) as/.exec(said)?.[1] ?? ''
    const accounts = [...said.matchAll(/^ {2}(\w+) /gm)].map((match) => match[1] ?? '')
    expect(accounts).toEqual(['ada', 'bob', 'carol', 'dave', 'eve', 'frank'])
    const client = new Client(`http://127.0.0.1:${place.port}`, 'B')
    for (const username of accounts) {
      expect((await client.post('auth/login', { username, password })).status, username).toBe(200)
    }
    const signedIn = await client.post('auth/login', { username: 'ada', password })
    const ada = client.as(String(signedIn.body.access_token))
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    for (const page of pages) {
      const answer = await fetch(`http://127.0.0.1:${place.port}${page}`, { headers: { cookie }, redirect: 'manual' })
      expect(answer.status, page).toBe(200)
    }
    await looksAlive(ada)
    running.signal('SIGTERM')
    expect((await running.exit).code).toBe(0)

    const { stdout } = await succeed(['doctor'], place.env)
    expect(stdout).toContain('everything is sound')
    expect(stdout).toMatch(/jobs: \d+ waiting, 0 running, 0 dead/)

    const again = await startDemo(place)
    expect(again.stderr()).toContain(`password ${password} as`)
    expect(again.stderr()).not.toContain('Making')
    again.signal('SIGTERM')
    await again.exit
  })

  it('is not made where other data is, and says so', async () => {
    const place = await newPlace()
    await succeed(['migrate'], place.env)
    const before = await readdir(place.dataDir)
    const { code, stderr } = await run(['serve', '--demo'], place.env)
    expect(code).toBe(1)
    expect(stderr).toContain(`DATA_DIR ${place.dataDir} has data in it that is not the demo's: start without --demo`)
    expect((await readdir(place.dataDir)).filter((name) => !name.startsWith('serve.lock')).toSorted()).toEqual(
      before.toSorted(),
    )
  })

  it.runIf(onPostgres)('is not made in a database that has other data, either', async () => {
    const place = await newPlace()
    await succeed(['migrate'], place.env)
    const elsewhere = await newPlace()
    const env = { ...place.env, DATA_DIR: elsewhere.dataDir }
    const { code, stderr } = await run(['serve', '--demo'], env)
    expect(code).toBe(1)
    expect(stderr).toContain('The database has a Stithy in it already')
  })
})

async function looksAlive(ada: Client): Promise<void> {
  const pulls = itemsOf((await ada.get('repos/harbour/tideline/pulls?state=all')).body)
  expect(new Set(pulls.map((one) => one['state']))).toEqual(new Set(['open', 'merged', 'closed']))
  expect(pulls.some((one) => one['draft'] === true)).toBe(true)
  expect(pulls.filter((one) => one['state'] === 'open').some((one) => one['mergeable'] === false)).toBe(true)
  const counts = await Promise.all(
    ['harbour/tideline', 'harbour/roadmap', 'ada/field-notes', 'bob/lamp'].map(
      async (repo) => (await ada.get(`repos/${repo}/issues?state=all`)).body.total,
    ),
  )
  expect(counts.reduce((sum: number, one) => sum + Number(one), 0)).toBeGreaterThanOrEqual(25)
  // Whatever runs jobs here: each comes to an end, and one waits for somebody to allow it.
  await eventually(async () => {
    const runs = itemsOf((await ada.get('repos/harbour/tideline/ci/pipelines')).body)
    const open = runs.filter((one) => ['pending', 'running'].includes(String(one['status'])))
    expect(open).toEqual([])
    const ends = runs.map((one) => String(one['status']))
    expect(ends, JSON.stringify(runs.map((one) => one['error']))).toEqual(expect.arrayContaining(['blocked', 'failed']))
  })
}
