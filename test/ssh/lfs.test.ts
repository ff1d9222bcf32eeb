// Git LFS for whoever signs in with an SSH key: the key opens the door, the bytes go over HTTP.
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { git, newFolder } from '../support/git.ts'
import { newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { addKey, type KeyPair, newKeyPair, ssh, sshOptions, sshUrl } from '../support/ssh.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let key: KeyPair
let reader: KeyPair
let writer: KeyPair

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  ;[key, reader, writer] = await Promise.all([newKeyPair(), newKeyPair(), newKeyPair()])
  await addKey(stithy, ada, key)
  for (const slug of ['art', 'other']) await newRepo(stithy, ada, slug)
  for (const [pair, readOnly] of [
    [reader, true],
    [writer, false],
  ] as const) {
    const body = { title: 'machine', key: pair.line, read_only: readOnly }
    await stithy.client().as(ada.access).post('repos/ada/art/keys', body)
  }
})
afterAll(() => stithy.stop())

/** A work tree that knows its key and tracks large files. */
async function treeFor(pair: KeyPair): Promise<string> {
  const tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  await git(tree, 'config', 'core.sshCommand', `ssh ${sshOptions(null, [pair]).join(' ')}`)
  await git(tree, 'remote', 'add', 'origin', sshUrl(stithy, 'ada/art.git'))
  await git(tree, 'lfs', 'install', '--local')
  return tree
}

async function sendLarge(pair: KeyPair, name: string): Promise<Buffer> {
  const tree = await treeFor(pair)
  await git(tree, 'lfs', 'track', '*.bin')
  const bytes = randomBytes(50_000)
  await writeFile(join(tree, name), bytes)
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', 'large')
  await git(tree, 'push', '-q', 'origin', `HEAD:${name.replace('.bin', '')}`)
  return bytes
}

async function getLarge(pair: KeyPair, name: string): Promise<Buffer> {
  const tree = await treeFor(pair)
  await git(tree, 'fetch', '-q', 'origin', name.replace('.bin', ''))
  await git(tree, 'checkout', '-q', 'FETCH_HEAD')
  return readFile(join(tree, name))
}

const authenticate = (pair: KeyPair, ...words: readonly string[]) =>
  ssh(stithy, [pair], { command: ['git-lfs-authenticate', ...words] })

describe('the real client, over SSH', () => {
  it("sends and gets large files with a person's key and with deploy keys", async () => {
    const mine = await sendLarge(key, 'mine.bin')
    const built = await sendLarge(writer, 'built.bin')
    expect((await getLarge(key, 'built.bin')).equals(built)).toBe(true)
    expect((await getLarge(reader, 'mine.bin')).equals(mine)).toBe(true)
  })
})

describe('a pass for LFS', () => {
  it('names the address, the header and how long it holds', async () => {
    const { code, stdout } = await authenticate(key, "'ada/art.git'", 'upload')
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        href: `${stithy.url}/ada/art.git/info/lfs`,
        header: { Authorization: expect.stringMatching(/^Bearer svc_lfs_/) },
        expires_in: 900,
      },
    ])
    // The token is in no log.
    expect(JSON.stringify(stithy.logs)).not.toContain('svc_lfs_')
  })

  it('is refused to those who may not, in words', async () => {
    const stranger = await newKeyPair()
    await addKey(stithy, await newPerson(stithy, 'bert'), stranger)
    for (const [pair, repo, operation, said] of [
      [reader, 'ada/art', 'upload', 'This deploy key may read, not write'],
      [reader, 'ada/other', 'download', 'Repository not found, or this key may not see it'],
      [writer, 'ada/none', 'download', 'Repository not found, or this key may not see it'],
      [stranger, 'ada/art', 'download', 'Repository not found, or this key may not see it'],
    ] as const) {
      const answer = await authenticate(pair, repo, operation)
      expect(answer).toEqual({ code: 1, stdout: '', stderr: `Stithy: ${said}.\n` })
    }
  })

  it('of a machine holds for its repository and operation, knows no locks of its own, and ends with the key', async () => {
    const pair = await newKeyPair()
    const body = { title: 'passing', key: pair.line, read_only: false }
    const { id } = (await stithy.client('B').as(ada.access).post('repos/ada/art/keys', body)).body
    const passFor = async (operation: string) => {
      const { header } = JSON.parse((await authenticate(pair, 'ada/art', operation)).stdout)
      return { authorization: header.Authorization, 'content-type': 'application/vnd.git-lfs+json' }
    }
    const pass = { upload: await passFor('upload'), download: await passFor('download') }
    const send = async (operation: 'upload' | 'download', path: string, json: object, repo = 'ada/art') => {
      const options = { headers: pass[operation], raw: JSON.stringify(json) }
      return (await stithy.client().send('POST', `/${repo}/info/lfs/${path}`, options)).status
    }
    const batch = { operation: 'upload', objects: [] }
    expect(await send('upload', 'objects/batch', batch)).toBe(200)
    expect(await send('upload', 'objects/batch', batch, 'ada/other')).toBe(404)
    expect(await send('download', 'objects/batch', batch)).toBe(403)
    expect(await send('download', 'objects/batch', { ...batch, operation: 'download' })).toBe(200)
    expect(await send('upload', 'locks/verify', {})).toBe(200)
    expect(await send('upload', 'locks', { path: 'a.bin' })).toBe(403)
    expect((await stithy.client().get('user', { headers: pass.upload })).status).toBe(401)
    await stithy.client().as(ada.access).send('DELETE', `repos/ada/art/keys/${id}`)
    expect(await send('upload', 'objects/batch', batch)).toBe(401)
  })
})
