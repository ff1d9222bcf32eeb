// Version 2 of git's protocol over SSH: several questions on one connection, each answered for itself.
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientChannel } from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flushPkt, pktLine } from '../../src/git/pkt-line.ts'
import { git, newFolder, pushSomething } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { gitSsh, type KeyPair, keyOf, sshUrl } from '../support/ssh.ts'
import { listen, type Said, type SignedIn, signInBy } from '../support/ssh-client.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let key: KeyPair
let client: SignedIn
let tree: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  key = await keyOf(stithy, ada)
  const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  await stithy.client().as(ada.access).post('user/repos', { slug: 'open', is_public: true })
  tree = await pushSomething(stithy, token, 'ada/open')
  client = await signInBy(stithy, key)
})
afterAll(async () => {
  client.end()
  await stithy.stop()
})

const lsRefs = `${pktLine('command=ls-refs\n')}0001${pktLine('symrefs\n')}${flushPkt}`

/** Says all of it, and waits for the end. */
function say(...words: readonly string[]): Promise<Said> {
  return new Promise((resolve, reject) => {
    client.raw.exec("git-upload-pack 'ada/open'", { env: { GIT_PROTOCOL: 'version=2' } }, (error, channel) => {
      if (error) {
        reject(error)
        return
      }
      resolve(listen(channel, true))
      for (const word of words) channel.write(word)
      channel.end()
    })
  })
}

async function commit(folder: string, name: string): Promise<string> {
  await writeFile(join(folder, name), name)
  await git(folder, 'add', '.')
  await git(folder, 'commit', '-qm', name)
  return git(folder, 'rev-parse', 'HEAD')
}

describe('on one connection', () => {
  it('every question is answered, in its order', async () => {
    const head = await git(tree, 'rev-parse', 'HEAD')
    const want = `${pktLine('command=fetch\n')}0001${pktLine(`want ${head}\n`)}${pktLine('done\n')}${flushPkt}`
    const { code, stdout } = await say(lsRefs, want, lsRefs)
    expect(code).toBe(0)
    const [told = ''] = /[\da-f]{4}[\da-f]{40} HEAD symref-target:refs\/heads\/main\n.*?0000/s.exec(stdout) ?? []
    expect(told).toContain(head)
    const parts = stdout.split(told)
    expect(parts).toHaveLength(3)
    expect(parts[0]).toContain('version 2')
    expect(parts[1]).toMatch(/^000dpackfile\n/)
    expect(parts[1]?.endsWith(flushPkt)).toBe(true)
    expect(parts[2]).toBe('')
  })

  it('each question hears what is there by then, and nothing once its right is gone', async () => {
    const owner = stithy.client('B').as(ada.access)
    const eve = await newPerson(stithy, 'eve')
    const reader = await signInBy(stithy, await keyOf(stithy, eve))
    await owner.post('user/repos', { slug: 'secret', auto_init: true })
    await owner.send('PUT', 'repos/ada/secret/collaborators/eve', { body: { role: 'Reader' } })
    const channel = await new Promise<ClientChannel>((resolve, reject) => {
      reader.raw.exec("git-upload-pack 'ada/secret'", { env: { GIT_PROTOCOL: 'version=2' } }, (error, opened) =>
        error ? reject(error) : resolve(opened),
      )
    })
    let heard = ''
    channel.on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')))
    const ended = listen(channel, true)
    const headOf = async () => (await owner.get('repos/ada/secret/commits/main')).body['sha'] as string
    const change = (content: string) =>
      owner.send('PUT', `repos/ada/secret/contents/${content}`, {
        body: { content: Buffer.from(content).toString('base64'), message: content, branch: 'main' },
      })
    for (const name of ['one', 'two']) {
      await change(name)
      const head = await headOf()
      channel.write(lsRefs)
      await eventually(() => expect(heard).toContain(head))
    }
    await owner.send('DELETE', 'repos/ada/secret/collaborators/eve')
    await change('three')
    channel.write(lsRefs)
    expect((await ended).code).toBeGreaterThan(0)
    expect(heard).not.toContain(await headOf())
    reader.end()
  })

  it('whoever has no more to ask, or hangs up before the first word, is done', async () => {
    expect(await say(flushPkt)).toMatchObject({ code: 0, stderr: '' })
    expect(await say()).toMatchObject({ code: 0, stderr: '' })
  })

  it('whoever stops in the middle, or speaks something else, hears that it went wrong', async () => {
    for (const words of [lsRefs.slice(0, 20), pktLine('command=ls-refs\n')]) {
      const { code, stdout } = await say(words)
      expect(code, words).toBeGreaterThan(0)
      expect(stdout).toContain('version 2')
    }
    const { code, stderr } = await say('GET / HTTP/1.1\r\n\r\n')
    expect(code).toBeGreaterThan(0)
    expect(stderr).toBe('Stithy: That is no question of git: a line does not say how long it is.\n')
  })

  it('what git does not know is refused by git', async () => {
    const { code, stderr } = await say(`${pktLine('command=rm -rf\n')}${flushPkt}`)
    expect(code).toBeGreaterThan(0)
    expect(stderr).not.toContain('tmp')
  })
})

it('a clone that was asked for before is sent again, as over HTTP', async () => {
  const packs = (): number =>
    readdirSync(join(stithy.dataDir, 'cache'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      .length
  const clone = async (): Promise<string> => {
    const folder = await newFolder()
    await gitSsh(key, folder, 'clone', '-q', sshUrl(stithy, 'ada/open'), '.')
    await git(folder, 'fsck', '--strict')
    return git(folder, 'rev-parse', 'HEAD')
  }
  const first = await clone()
  const kept = packs()
  expect(kept).toBeGreaterThan(0)
  expect(await Promise.all([clone(), clone()])).toEqual([first, first])
  expect(packs()).toBe(kept)
})

it('two who have gone different ways find what they have in common, in as many rounds as it takes', async () => {
  const [mine, theirs] = [await newFolder(), await newFolder()]
  for (const folder of [mine, theirs]) await gitSsh(key, folder, 'clone', '-q', sshUrl(stithy, 'ada/open'), '.')
  // More than a client names in its first words.
  for (let at = 0; at < 40; at++) await commit(mine, `mine ${at}`)
  for (let at = 0; at < 3; at++) await commit(theirs, `theirs ${at}`)
  await gitSsh(key, theirs, 'push', '-q', 'origin', 'main')
  await gitSsh(key, mine, 'fetch', '-q', 'origin')
  expect(await git(mine, 'rev-parse', 'origin/main')).toBe(await git(theirs, 'rev-parse', 'main'))
  expect(await git(mine, 'rev-list', '--count', 'main..origin/main')).toBe('3')
  await git(mine, 'fsck', '--strict')
  const shallow = await newFolder()
  await gitSsh(key, shallow, 'clone', '-q', '--depth=1', sshUrl(stithy, 'ada/open'), '.')
  await gitSsh(key, shallow, 'fetch', '-q', '--unshallow')
  expect(await git(shallow, 'rev-list', '--count', 'HEAD')).toBe(await git(theirs, 'rev-list', '--count', 'main'))
})
