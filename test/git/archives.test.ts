// Packing the files of a commit keeps a processor busy, for as long as whoever pushed them and whoever reads them like.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressOf, git } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { newRepo, workTree } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let eve: Person
const archives = 'repos/ada/large/archive'

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
  await newRepo(stithy, ada, 'large', { is_public: true })
  const tree = await workTree()
  await git(tree, 'config', 'core.compression', '0')
  // Noise does not compress: what nobody reads is more than fits on the way. What is read is less.
  for (const [branch, mebibytes] of [
    ['some', 2],
    ['much', 24],
  ] as const) {
    await writeFile(join(tree, branch), randomBytes(mebibytes * 1024 * 1024))
    await git(tree, 'add', '.')
    await git(tree, 'commit', '-qm', 'Noise')
    await git(tree, 'branch', branch)
  }
  const token = await newToken(stithy.client('B').as(ada.access), ['repo:write'])
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/large'), 'some', 'much')
})
afterAll(() => stithy.stop())

/** Asked for, and never read. Returns how to hang up. */
async function unread(): Promise<() => void> {
  const { hostname, port } = new URL(stithy.url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  socket.write(`GET /api/v1/${archives}/much.tar.gz HTTP/1.1\r\nHost: x\r\n\r\n`)
  await eventually(() => expect(packing()).toHaveLength(1))
  return () => void socket.destroy()
}

/** The gits that pack something of ours, by what the kernel says of their limits. */
function packing(): readonly string[] {
  return readdirSync('/proc').flatMap((id) => {
    try {
      const isOurs = readlinkSync(`/proc/${id}/cwd`).startsWith(stithy.app.config.DATA_DIR)
      const words = readFileSync(`/proc/${id}/cmdline`, 'latin1').split('\0')
      return isOurs && words[0] === 'git' && words.includes('archive')
        ? [readFileSync(`/proc/${id}/limits`, 'latin1')]
        : []
    } catch {
      return []
    }
  })
}

it('takes so much of a processor and no more, and ends with its reader', async () => {
  const hangUp = await unread()
  expect(packing()[0]).toMatch(/^Max cpu time +300 /m)
  expect(stithy.app.turns.archive.busy).toEqual({ atWork: 1, waiting: 0 })
  hangUp()
  await eventually(() => expect(packing()).toEqual([]))
  await eventually(() => expect(stithy.app.turns.archive.busy).toEqual({ atWork: 0, waiting: 0 }))
})

it('waits for its turn where somebody has many of them packed, and nobody else waits', async () => {
  const user = await stithy.app.db.selectFrom('owners').select('id').where('name', '=', 'ada').executeTakeFirstOrThrow()
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const all: Promise<void>[] = []
  while (stithy.app.turns.archive.busy.waiting === 0) {
    all.push(stithy.app.turns.archive.run(`user ${user.id}`, () => ended))
  }
  const order: string[] = []
  const ask = async (who: Person): Promise<void> => {
    const headers = { authorization: `Bearer ${who.access}` }
    const answer = await fetch(`${stithy.url}/api/v1/${archives}/some.tar.gz`, { headers })
    expect([answer.status, (await answer.arrayBuffer()).byteLength > 1_000_000]).toEqual([200, true])
    order.push(who.username)
    if (who === eve) end()
  }
  await Promise.all([ask(ada), ask(eve), ...all])
  expect(order).toEqual(['eve', 'ada'])
  await eventually(() => expect(stithy.app.turns.archive.busy).toEqual({ atWork: 0, waiting: 0 }))
  // They are packed behind everybody else: beside other tests that takes its time.
})
