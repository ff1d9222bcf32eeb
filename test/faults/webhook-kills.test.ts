// kill -9 of the server, and of the receiver, at random moments of a row of pushes: afterwards every push was told, those
// that were told twice under the same id, and all that did not fail in the order in which they happened. KILLS=300 makes
// a long night of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../support/client.ts'
import { git, newFolder, tryGit } from '../support/git.ts'
import { testMs } from '../support/patience.ts'
import { eventually } from '../support/stithy.ts'
import { Mortal } from './mortal.ts'
import { MortalReceiver } from './mortal-receiver.ts'

const pushes = Number(process.env['KILLS'] ?? 6)
/** Its clock runs so much faster: pauses between attempts are over sooner. */
const speed = 20

let mortal: Mortal
let receiver: MortalReceiver
let client: Client
let token: string
let hook: string

beforeAll(async () => {
  mortal = await Mortal.make({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', CLOCK_SPEED: String(speed) })
  await mortal.start()
  receiver = await MortalReceiver.make()
  const ada = await mortal.newPerson('ada')
  token = ada.token
  client = new Client(mortal.url, 'B').as(token)
  await client.post('user/repos', { slug: 'told' })
  const added = await client.post('repos/ada/told/hooks', { url: `${receiver.url}/in` })
  hook = `repos/ada/told/hooks/${added.body.id}`
})
afterAll(async () => {
  await mortal.end()
  await receiver.kill()
})

async function restartServer(): Promise<void> {
  const died = mortal.died()
  mortal.kill()
  await died
  await mortal.start()
}

async function restartReceiver(): Promise<void> {
  await receiver.kill()
  await sleep(Math.random() * 200)
  await receiver.start()
}

/** Until it is answered, as somebody at a keyboard does. */
async function push(tree: string): Promise<void> {
  const address = `http://x:${token}@127.0.0.1:${mortal.place.port}/ada/told`
  await eventually(
    async () => expect(await tryGit(tree, 'push', '-q', address, 'main')).toMatchObject({ code: 0 }),
    60_000,
  )
}

/** Deliveries of pushes that have not arrived, on all pages. */
async function waiting(page = 1): Promise<unknown[]> {
  const { items } = (await client.get(`${hook}/deliveries?per_page=100&page=${page}`)).body
  const late = items.filter(
    (one: { event: string; state: string }) => one.event === 'push' && one.state !== 'delivered',
  )
  return items.length < 100 ? late : [...late, ...(await waiting(page + 1))]
}

it(`${pushes} pushes are told, in order but for those that failed, whoever dies`, {
  timeout: testMs + pushes * 15_000,
}, async () => {
  const tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  const commits: string[] = []
  for (let index = 0; index < pushes; index++) {
    await git(tree, 'commit', '-q', '--allow-empty', '-m', `Push ${index}`)
    commits.push(await git(tree, 'rev-parse', 'HEAD'))
    const pushed = push(tree)
    await sleep(Math.random() * 250)
    await (index % 2 === 0 ? restartServer() : restartReceiver())
    await pushed
  }
  await eventually(async () => {
    // A ping wakes whoever sleeps by the ordinary clock.
    await client.post(`${hook}/test`)
    expect(await waiting()).toEqual([])
  })
  const ids = new Map<string, Set<string>>()
  const atOnce: string[] = []
  for (const { event, delivery, attempt, after } of await receiver.heard()) {
    if (event !== 'push') continue
    // In the order in which each was heard first.
    if (attempt === '1' && !ids.has(after)) atOnce.push(after)
    ids.set(after, (ids.get(after) ?? new Set()).add(delivery))
  }
  expect([...ids.keys()].toSorted()).toEqual(commits.toSorted())
  expect(atOnce).toEqual(commits.filter((one) => atOnce.includes(one)))
  expect([...ids.values()].filter((some) => some.size !== 1)).toEqual([])
})
