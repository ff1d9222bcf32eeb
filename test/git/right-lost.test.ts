// A slow line may take hours for a pack. Who loses the right to it meanwhile, at another server on the same data, gets no
// more of it, and sends no more.
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { noSha } from '../../src/core/sha.ts'
import { flushPkt, pktLine } from '../../src/git/pkt-line.ts'
import type { Client } from '../support/client.ts'
import { onPostgres } from '../support/database.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

/** More than all buffers between the two ends hold. */
const packBytes = 20_000_000
/** What is looked at again and again has been looked at by then. */
const lookedAtMs = 2500

let stithy: TestStithy
let other: TestStithy
let owner: Client
let head: string
let bob: Person
/** Of whoever loses the right, and of whoever keeps it. */
let token: string
let kept: string
let people = 0
let releases = 0

beforeAll(async () => {
  stithy = await startStithy()
  const { DATABASE_URL = '', DATA_DIR = '' } = stithy.env
  // One process has one folder for its packs.
  const LOCAL_DIR = await newFolder()
  other = onPostgres ? await startStithy({ DATABASE_URL, DATA_DIR, LOCAL_DIR }) : stithy
  const ada = await newPerson(stithy, 'ada')
  owner = stithy.client('B').as(ada.access)
  await owner.post('user/repos', { slug: 'big', is_public: false })
  const tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  await writeFile(join(tree, 'noise'), randomBytes(packBytes))
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', 'Begin')
  await git(tree, 'push', '-q', addressOf(stithy, await newToken(owner, ['repo:write']), 'ada/big'), 'main')
  head = await git(tree, 'rev-parse', 'HEAD')
  kept = (await newDeveloper('eve')).token
})
afterAll(async () => {
  if (other !== stithy) await other.stop()
  await stithy.stop()
})

beforeEach(async () => {
  ;({ person: bob, token } = await newDeveloper(`bob${++people}`))
})

async function newDeveloper(name: string): Promise<{ person: Person; token: string }> {
  const person = await newPerson(stithy, name)
  await owner.send('PUT', `repos/ada/big/collaborators/${name}`, { body: { role: 'Developer' } })
  return { person, token: await newToken(stithy.client('B').as(person.access), ['repo:write']) }
}

const basic = (by: string): string => `Basic ${Buffer.from(`x:${by}`).toString('base64')}`

function ask(service: string, by: string, more: Readonly<Record<string, string>> = {}): ClientRequest {
  const headers = { authorization: basic(by), 'content-type': `application/x-git-${service}-request`, ...more }
  return request(`${other.url}/ada/big/git-${service}`, { method: 'POST', headers, agent: false })
}

const answerTo = (asked: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    asked.once('response', resolve).once('error', reject)
  })

const shutOut = () => owner.send('DELETE', `repos/ada/big/collaborators/${bob.username}`)

const bytesOf = async (answer: IncomingMessage): Promise<number> => {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  // It may have broken off already.
  await finished(answer).catch(() => undefined)
  return bytes
}

/** A clone that has begun; nobody reads of it yet. */
function beginClone(by: string): Promise<IncomingMessage> {
  const asked = ask('upload-pack', by, { 'git-protocol': 'version=2' })
  asked.end(`${pktLine('command=fetch')}0001${pktLine(`want ${head}\n`)}${pktLine('done\n')}${flushPkt}`)
  return answerTo(asked)
}

function beginDownload(path: string, by: string): Promise<IncomingMessage> {
  const headers = { authorization: basic(by) }
  return answerTo(request(other.url + path, { headers, agent: false }).end())
}

async function largeFile(): Promise<string> {
  const bytes = randomBytes(packBytes)
  const oid = createHash('sha256').update(bytes).digest('hex')
  const path = `/ada/big.git/info/lfs/objects/${oid}`
  const headers = { authorization: basic(kept), 'content-type': 'application/octet-stream' }
  await fetch(stithy.url + path, { method: 'PUT', body: bytes, headers })
  return path
}

async function releasedFile(): Promise<string> {
  const { body: release } = await owner.post('repos/ada/big/releases', { tag_name: `v${++releases}`, target: 'main' })
  const at = `repos/ada/big/releases/${release.id}/assets`
  const { body: asset } = await owner.send('POST', `${at}?name=noise`, { raw: randomBytes(packBytes) })
  return `/api/v1/${at}/${asset.id}`
}

/** What is sent, and where it begins. */
const ways = {
  'a clone': () => beginClone,
  'a large file': async () => downloadOf(await largeFile()),
  'an archive': () => downloadOf('/api/v1/repos/ada/big/archive/main.zip'),
  'a file as it is': () => downloadOf('/api/v1/repos/ada/big/raw/main/noise'),
  'a file of a release': async () => downloadOf(await releasedFile()),
}

const downloadOf =
  (path: string) =>
  (by: string): Promise<IncomingMessage> =>
    beginDownload(path, by)

it.each(Object.entries(ways))(
  '%s is whole for those who may read, and breaks off for those who may not any more',
  async (_name, prepare) => {
    const begin = await prepare()
    const [whole, broken] = [await begin(kept), await begin(token)]
    expect((await shutOut()).status).toBe(204)
    await sleep(lookedAtMs)
    expect(await bytesOf(whole)).toBeGreaterThanOrEqual(packBytes)
    expect(await bytesOf(broken)).toBeLessThan(packBytes)
  },
)

it('a push of which more is to come ends', async () => {
  const asked = ask('receive-pack', token)
  asked.write(`${pktLine(`${noSha} ${head} refs/heads/new\0report-status`)}${flushPkt}PACK`)
  const answering = answerTo(asked)
  await sleep(lookedAtMs)
  const began = performance.now()
  expect((await shutOut()).status).toBe(204)
  // Git says itself that what came is not all.
  expect(await text(await answering)).toContain('ng refs/heads/new')
  expect(performance.now() - began).toBeLessThan(lookedAtMs)
  asked.destroy()
})
