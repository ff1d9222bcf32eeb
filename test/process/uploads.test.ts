// Files that were acknowledged outlive a kill -9; what was on its way leaves nothing behind.
import { createHash, randomBytes } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { hour } from '../../src/core/clock.ts'
import { filesOfStore } from '../support/blobs.ts'
import type { Answer } from '../support/client.ts'
import { git, newFolder } from '../support/git.ts'
import { emailOf, password } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'
import { thorough } from '../support/thorough.ts'
import { newPlace, onPostgres, type Place, type Serving, serve } from './stithy-process.ts'

const kills = thorough ? 3 : 2
const perKill = 6
const releases = 'repos/ada/tool/releases'

interface Sent {
  readonly path: string
  readonly sha256: string
}

let place: Place
let serving: Serving
let token: string
let release: string
/** What the service said it had stored: nothing of it may be lost. */
const promised: { readonly assets: Sent[]; readonly objects: Sent[] } = { assets: [], objects: [] }

beforeAll(async () => {
  place = await newPlace()
  serving = await serve(place)
  await prepare()
  for (let count = 1; count <= kills; count++) {
    const senders = [sendAsset, sendAsset, sendObject, sendObject].map(untilKilled)
    await eventually(() => {
      const fewest = Math.min(promised.assets.length, promised.objects.length)
      if (fewest < count * perKill) throw new Error(`${fewest} were acknowledged`)
    })
    await sleep(Math.random() * 50)
    await serving.kill()
    await Promise.all(senders)
    serving = await serve(place)
  }
})

describe('after kill -9 in the middle of many uploads', () => {
  it('every file that was acknowledged is there, byte for byte', async () => {
    console.log(`${kills} kills, ${promised.assets.length} assets, ${promised.objects.length} objects`)
    for (const { path, sha256 } of [...promised.assets, ...promised.objects]) {
      const answer = await fetch(serving.url + path, { headers: { authorization: `Bearer ${token}` } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([answer.status, createHash('sha256').update(bytes).digest('hex')], path).toEqual([200, sha256])
    }
  })

  it('the release lists no file that cannot be had', async () => {
    const { assets } = (await api(await serving.client().as(token).get(`${releases}/${release}`), 200)).body
    const { kept } = await filesOfStore(place.dataDir)
    const lost = assets.filter((asset: Sent) => !kept.some((name) => name.startsWith(asset.sha256)))
    expect(lost).toEqual([])
  })

  it('an upload that was cut off is swept at the next start', async () => {
    const sent = request(`${serving.url}/api/v1/${releases}/${release}/assets?name=half`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-length': '200000' },
    })
    sent.on('error', () => undefined)
    sent.write(Buffer.alloc(100_000))
    const incoming = async () => (await filesOfStore(place.dataDir)).incoming
    await eventually(async () => expect(await incoming()).not.toEqual([]))
    await serving.kill()
    expect(await incoming()).not.toEqual([])
    // On PostgreSQL another process might still be at it, and its age decides: as if an hour were over.
    if (onPostgres) for (const draft of await incoming()) await makeOld(join(place.dataDir, 'blobs/incoming', draft))
    serving = await serve(place)
    expect(await incoming()).toEqual([])
    const { assets } = (await serving.client().as(token).get(`${releases}/${release}`)).body
    expect(assets.filter((asset: { name: string }) => asset.name === 'half')).toEqual([])
  })
})

async function makeOld(file: string): Promise<void> {
  const then = new Date(Date.now() - 2 * hour)
  await utimes(file, then, then)
}

async function prepare(): Promise<void> {
  await api(await serving.client().post('auth/register', { username: 'ada', email: emailOf('ada'), password }), 201)
  const login = await api(await serving.client().post('auth/login', { username: 'ada', password }), 200)
  const session = serving.client().as(login.body.access_token)
  token = (await api(await session.post('user/tokens', { name: 'x', scopes: ['repo:write'] }), 201)).body.token
  await api(await session.post('user/repos', { slug: 'tool' }), 201)
  const tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  await git(tree, 'commit', '-q', '--allow-empty', '-m', 'Begin')
  await git(tree, 'tag', 'v1')
  await git(tree, 'push', '-q', `http://x:${token}@127.0.0.1:${place.port}/ada/tool`, 'main', 'v1')
  release = (await api(await session.post(releases, { tag_name: 'v1' }), 201)).body.id
}

async function sendAsset(): Promise<void> {
  const raw = randomBytes(150_000)
  const sha256 = createHash('sha256').update(raw).digest('hex')
  const path = `${releases}/${release}/assets`
  const made = await serving.client().as(token).send('POST', `${path}?name=${sha256}`, { raw })
  promised.assets.push({ path: `/api/v1/${path}/${(await api(made, 201)).body.id}`, sha256 })
}

async function sendObject(): Promise<void> {
  const raw = randomBytes(150_000)
  const sha256 = createHash('sha256').update(raw).digest('hex')
  const path = `/ada/tool.git/info/lfs/objects/${sha256}`
  await api(await serving.client().as(token).send('PUT', path, { raw }), 200)
  promised.objects.push({ path, sha256 })
}

async function api(answer: Answer, status: number): Promise<Answer> {
  if (answer.status !== status) throw new Error(`${answer.status} ${answer.text}`)
  return answer
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
