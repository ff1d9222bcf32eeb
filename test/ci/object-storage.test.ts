// Files, artifacts and caches in an S3-compatible storage: everything is as on disk, and nothing lies on disk.
import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hour } from '../../src/core/clock.ts'
import { BlobFiles } from '../../src/features/blobs/blob-files.ts'
import { checkBlobs } from '../../src/features/blobs/check-blobs.ts'
import { collectBlobs, sweepStrays } from '../../src/features/blobs/collect-blobs.ts'
import { filesOfStore } from '../support/blobs.ts'
import type { Client } from '../support/client.ts'
import { type ObjectStorage, startObjectStorage } from '../support/object-storage.ts'
import { newPerson, newToken } from '../support/people.ts'
import { linesOf, outputOf, run } from '../support/pipelines.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const repo = 'repos/ada/kept'
const mebibyte = 1024 * 1024
let storage: ObjectStorage
let stithy: TestStithy
let client: Client
let release: string

beforeAll(async () => {
  storage = await startObjectStorage()
  stithy = await startStithy({ ...storage.env, CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox' })
  const session = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
  client = session.as(await newToken(session, ['repo:write', 'ci:write']))
  await client.post('user/repos', { slug: 'kept', auto_init: true })
  release = (await client.post(`${repo}/releases`, { tag_name: 'v1' })).body.id
})
afterAll(async () => {
  await stithy.stop()
  storage.stop()
})

async function objects(): Promise<readonly string[]> {
  const names = await readdir(join(storage.folder, 'forge'), { recursive: true })
  return names.filter((name) => name.endsWith('._S3rver_object')).map((name) => name.split('._S3rver')[0] ?? '')
}

function upload(name: string, raw: Uint8Array) {
  return client.send('POST', `${repo}/releases/${release}/assets?name=${name}`, { raw })
}

async function download(url: string, range?: string): Promise<{ status: number; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${client.token}`, ...(range === undefined ? {} : { range }) }
  const answer = await fetch(url, { headers })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

it('a large file goes up in parts and comes back whole or in part, also over a line that breaks', async () => {
  const bytes = randomBytes(35 * mebibyte)
  const hash = hashOf(bytes)
  // One answer is lost while it goes up, another while the object is read, twice.
  storage.cut(10)
  const sent = await upload('large', bytes)
  expect([sent.status, sent.body.size]).toEqual([201, bytes.length])
  expect(await objects()).toEqual([expect.stringMatching(new RegExp(`^stithy/blobs/${hash}-`))])
  expect(await filesOfStore(stithy.dataDir)).toEqual({ kept: [], incoming: [] })
  const before = storage.cuts()
  storage.cut(9 * mebibyte, 11 * mebibyte)
  const whole = await download(sent.body.url)
  expect([whole.status, hashOf(whole.bytes)]).toEqual([200, hash])
  expect(storage.cuts() - before).toBe(2)
  const part = await download(sent.body.url, 'bytes=17000000-17000009')
  expect([part.status, part.bytes]).toEqual([206, bytes.subarray(17_000_000, 17_000_010)])
  expect(await checkBlobs(stithy.app, 'every-byte')).toMatchObject({ broken: [] })
})

it('artifacts and caches of jobs are kept there and found again', async () => {
  const file = `version: 1
jobs:
  build:
    steps: [ { run: "cat kept/made || echo nothing; mkdir -p kept; echo before > kept/made" } ]
    cache: { key: k, paths: [kept] }
    artifacts: { paths: [kept/] }
`
  const first = await run(client, repo, { '.svc-ci.yml': file })
  const second = await run(client, repo, { other: '1' })
  expect(await outputOf(client, repo, first.id)).toContain('nothing')
  expect(await outputOf(client, repo, second.id)).toEqual(['before'])
  const { items } = (await client.get(`${repo}/ci/pipelines/${first.id}/artifacts`)).body
  const packed = await download(items[0].download_url)
  expect(hashOf(packed.bytes)).toBe(items[0].sha256)
  expect(await filesOfStore(stithy.dataDir)).toEqual({ kept: [], incoming: [] })
  expect(await readdir(join(stithy.dataDir, 'ci/work'))).toEqual([])
})

it('a file that nothing needs any more goes, and so does one that a crash has left', async () => {
  const sent = await upload('passing', randomBytes(1000))
  const [stray] = [await stithy.app.blobs.receive(Readable.from([Buffer.from('stray')]), {})]
  stithy.app.blobs.settled(stray)
  const before = await objects()
  expect((await client.send('DELETE', `${repo}/releases/${release}/assets/${sent.body.id}`)).status).toBe(204)
  stithy.advance(2 * hour)
  await collectBlobs(stithy.app)
  await sweepStrays(stithy.app)
  const gone = before.filter((name) => !name.includes(stray.file) && !name.includes(String(sent.body.sha256)))
  expect((await objects()).toSorted()).toEqual(gone.toSorted())
})

it('what was stored on disk before is read from there; without the storage, uploads and jobs say so', async () => {
  const disk = new BlobFiles(stithy.dataDir, stithy.app.log, stithy.app.passing)
  const old = await disk.receive(Readable.from([Buffer.from('older')]), {})
  expect(await stithy.app.blobs.has(old.file, 5)).toBe(true)
  const stream = await stithy.app.blobs.open(old.file, { start: 1, end: 2 })
  expect(Buffer.concat(await stream.toArray()).toString()).toBe('ld')
  await stithy.app.blobs.remove(old.file)
  storage.cut(...Array.from({ length: 200 }, () => 0))
  const refused = await upload('unlucky', randomBytes(10))
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('object storage')])
  const done = await run(client, repo, { other: '2' })
  expect(done.status).toBe('success')
  const said = (await linesOf(client, repo, done.id)).map((line) => line.content).join('\n')
  expect(said).toMatch(/A cache was not brought: .*object storage/)
  expect(said).toMatch(/could not be stored: the object storage/)
  expect(await filesOfStore(stithy.dataDir)).toEqual({ kept: [], incoming: [] })
})

it('keys that are wrong stop the start, and settings that do not come together', async () => {
  const wrong = await startObjectStorage()
  await expect(startStithy({ ...wrong.env, S3_ACCESS_KEY: 'other' })).rejects.toThrow(/answered 403.*look at S3_/)
  await expect(startStithy({ ...wrong.env, S3_BUCKET: 'nowhere' })).rejects.toThrow(/answered 404/)
  await expect(startStithy({ S3_BUCKET: 'forge' })).rejects.toThrow('S3_ENDPOINT is not set: S3_BUCKET needs it')
  wrong.stop()
})
