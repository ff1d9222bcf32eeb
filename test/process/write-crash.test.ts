// Killed again and again while branches and files are written through the API: git and the database always agree.
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { git } from '../support/git.ts'
import { emailOf, password } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'
import { thorough } from '../support/thorough.ts'
import { newPlace, onPostgres, type Place, type Serving, serve } from './stithy-process.ts'

const kills = thorough ? 4 : 2
const perKill = 4

/** What the service said it had done: nothing of it may be lost. */
const promised = { files: new Set<string>(), branches: new Set<string>(), deleted: new Set<string>() }
let place: Place
let serving: Serving
let ada: Client
let dir: string

beforeAll(async () => {
  place = await newPlace()
  serving = await serve(place)
  await serving.client().post('auth/register', { username: 'ada', email: emailOf('ada'), password })
  const login = await serving.client().post('auth/login', { username: 'ada', password })
  ada = serving.client().as(login.body.access_token)
  await ada.post('user/repos', { slug: 'engine', auto_init: true })
  const owned = join(place.dataDir, 'repositories/ada')
  dir = join(owned, (await readdir(owned))[0] ?? '')
  for (let count = 0; count < kills; count++) {
    const clients = [writeFile, writeFile, makeBranch, makeBranch].map(untilKilled)
    await eventually(() => enough(perKill * (count + 1)))
    await sleep(Math.random() * 60)
    await serving.kill()
    await Promise.all(clients)
    serving = await serve(place)
  }
  // On PostgreSQL others may be at work: what was cut off is taken up a few seconds later.
  if (onPostgres) await sleep(11_000)
})

describe('after kill -9 in the middle of writing', () => {
  it('the refs that the database knows are those of git', async () => {
    const listed = new Map<string, string>()
    for (let page = 1; ; page++) {
      const { items } = (await ada.get(`repos/ada/engine/branches?per_page=100&page=${page}`)).body
      if (items.length === 0) break
      for (const { name, commit_sha } of items) listed.set(name, commit_sha)
    }
    const text = await git(dir, 'for-each-ref', '--format=%(refname:lstrip=2) %(objectname)')
    expect(listed).toEqual(new Map(text.split('\n').map((line) => line.split(' ') as [string, string])))
  })

  it('every file and branch that was acknowledged is there, and every deleted one is gone', async () => {
    console.log(`${promised.files.size} files, ${promised.branches.size} branches, ${promised.deleted.size} deleted`)
    const files = new Set((await git(dir, 'ls-tree', '-r', '--name-only', 'main')).split('\n'))
    expect([...promised.files].filter((path) => !files.has(path))).toEqual([])
    const branches = new Set((await git(dir, 'for-each-ref', '--format=%(refname:lstrip=2)')).split('\n'))
    expect([...promised.branches].filter((name) => !branches.has(name))).toEqual([])
    expect([...promised.deleted].filter((name) => branches.has(name))).toEqual([])
    expect((await git(dir, 'fsck', '--no-dangling')).trim()).toBe('')
  })

  it('writing goes on at once', async () => {
    const before = promised.files.size
    await writeFile()
    expect(promised.files.size).toBe(before + 1)
  })
})

function enough(count: number): void {
  if (promised.files.size < count) throw new Error(`Only ${promised.files.size} of ${count} files were acknowledged`)
}

async function writeFile(): Promise<void> {
  const path = `f/${randomBytes(6).toString('hex')}`
  const answer = await ada.send('PUT', `repos/ada/engine/contents/${path}`, { body: { content: 'eA==' } })
  // The other writer was faster.
  if (done(answer)) promised.files.add(path)
}

async function makeBranch(): Promise<void> {
  const name = `b/${randomBytes(6).toString('hex')}`
  if (!done(await ada.post('repos/ada/engine/branches', { name }))) return
  if (Math.random() < 0.3) {
    // Once asked for, nobody knows how it went until the answer is there.
    if (done(await ada.send('DELETE', `repos/ada/engine/branches/${name}`))) promised.deleted.add(name)
  } else promised.branches.add(name)
}

function done(answer: Answer): boolean {
  if (answer.status >= 300 && answer.status !== 409) throw new Error(`${answer.status} ${answer.text}`)
  return answer.status < 300
}

async function untilKilled(act: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await act()
    } catch (error) {
      // What fetch throws when the other end is gone.
      if (error instanceof TypeError) return
      throw error
    }
  }
}
