// Servers that a repository is pushed to, and that do not behave: none of them may cost others more than their patience.

import { randomBytes } from 'node:crypto'
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { flushPkt, pktLine } from '../../src/git/pkt-line.ts'
import type { Answer } from '../support/client.ts'
import { addressOf, git } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { newRepo, workTree } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const empty = `${'0'.repeat(40)} capabilities^{}\0report-status delete-refs`

let here: TestStithy
let ada: Person
let tree: string
let count = 0
let slug: string
let server: Server
let url: string
/** What it does with what it is asked. */
let onLook: (reply: ServerResponse) => void
let onPush: (request: IncomingMessage, reply: ServerResponse) => void

beforeAll(async () => {
  here = await startStithy({ IMPORT_ALLOWED_HOSTS: '127.0.0.1' })
  const person = await newPerson(here, 'ada')
  ada = { ...person, access: await newToken(here.client().as(person.access), ['repo:write']) }
})

afterAll(() => here.stop())

beforeEach(async () => {
  server = createServer((request, reply) => {
    request.on('error', () => undefined)
    reply.on('error', () => undefined)
    if (request.method === 'GET') {
      reply.setHeader('content-type', 'application/x-git-receive-pack-advertisement')
      onLook(reply)
    } else {
      reply.setHeader('content-type', 'application/x-git-receive-pack-result')
      onPush(request, reply)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a/b`
  onLook = (reply) => reply.end(`${pktLine('# service=git-receive-pack\n')}${flushPkt}${pktLine(empty)}${flushPkt}`)
  onPush = (request) => void request.resume()
  await newFilled()
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await eventually(() => {
    if (here.app.imports.underWay > 0) throw new Error('Something is still sent')
  })
})

async function newFilled(): Promise<void> {
  slug = `engine-${++count}`
  await newRepo(here, ada, slug)
  tree = await workTree()
  await git(tree, 'push', '-q', addressOf(here, ada.access, `ada/${slug}`), 'main')
}

const api = () => here.client('B').as(ada.access)
const at = (name = slug) => `repos/ada/${name}/push-mirror`
const set = (): Promise<Answer> => api().send('PUT', at(), { body: { url } })

/** Until nobody listens any more. */
function sayForEver(reply: ServerResponse, text: string): void {
  const chunk = Buffer.from(text.repeat(65_536 / text.length))
  const go = (): void => {
    while (!reply.destroyed && reply.write(chunk));
    if (!reply.destroyed) reply.once('drain', go)
  }
  go()
}

/** How many gits make something to be sent from here. */
async function packers(): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    ids.map(async (id) => {
      const place = await readlink(`/proc/${id}/cwd`).catch(() => '')
      return place.startsWith(here.app.config.DATA_DIR) ? readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '') : ''
    }),
  )
  return found.filter((words) => words.includes('pack-objects')).length
}

describe('a server that is pushed to', () => {
  it.each(['0000', '0004'])('may not go on for ever saying nothing of its refs (%s)', async (text) => {
    onLook = (reply) => sayForEver(reply, text)
    const { status, body } = await set()
    expect([status, body.details?.[0]?.message]).toEqual([400, expect.stringContaining('more branches and tags')])
  })

  it('may not go on for ever saying nothing of what it took', async () => {
    onPush = (request, reply) => {
      request.resume()
      reply.write(pktLine('unpack ok\n'))
      sayForEver(reply, '0000')
    }
    expect((await set()).status).toBe(200)
    await eventually(async () => expect((await api().get(at())).body.error).toContain('did not take'))
  })

  it('that answers before it has heard all leaves no git behind', async () => {
    await writeFile(join(tree, 'large.bin'), randomBytes(16 * 1024 * 1024))
    await git(tree, 'add', '.')
    await git(tree, 'commit', '-qm', 'Add something large')
    await git(tree, 'push', '-q', addressOf(here, ada.access, `ada/${slug}`), 'main')
    onPush = (_request, reply) =>
      void reply.end(`${pktLine('unpack ok\n')}${pktLine('ok refs/heads/main\n')}${flushPkt}`)
    expect((await set()).status).toBe(200)
    await eventually(async () => expect((await api().get(at())).body.state).not.toBe('running'))
    await eventually(async () => expect(await packers()).toBe(0))
  })

  it('is left in the middle of it where nobody wants that any more', async () => {
    let isLeft = false
    onPush = (request) => {
      request.resume()
      request.socket.on('close', () => {
        isLeft = true
      })
    }
    expect((await set()).status).toBe(200)
    expect((await api().send('DELETE', at())).status).toBe(204)
    await eventually(() => expect([isLeft, here.app.imports.underWay]).toEqual([true, 0]))
  })

  it('and says nothing keeps only some of its owner’s repositories busy', async () => {
    const states: string[] = []
    for (let index = 0; index < 4; index++) {
      if (index > 0) await newFilled()
      states.push((await set()).body.state)
    }
    expect(states).toEqual(['running', 'running', 'running', 'waiting'])
    expect((await api().post(`${at()}/sync`)).status).toBe(429)
  })
})
