// Who lacks a few commits gets them without a git being started for it: whatever has happened to the files, what they have
// then is whole.
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { flushPkt, pktLine } from '../../src/git/pkt-line.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { gitSsh, keyOf, sshUrl } from '../support/ssh.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { thorough } from '../support/thorough.ts'

let stithy: TestStithy
let ada: Person
let token: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
})
afterAll(() => stithy.stop())

/** A work tree of a new repository with some files, and where it is pushed to. */
async function begin(slug: string): Promise<{ readonly tree: string; readonly url: string }> {
  await newRepo(stithy, ada, slug)
  const tree = await newFolder()
  const url = addressOf(stithy, token, `ada/${slug}`)
  await git(tree, 'init', '-q', '-b', 'main')
  await git(tree, 'remote', 'add', 'origin', url)
  for (const name of ['a.txt', 'b.txt', 'src/deep/er/c.txt', 'src/d.txt']) await write(tree, name, linesOf(name, 60))
  await commit(tree, 'Begin')
  await git(tree, 'push', '-q', 'origin', 'main')
  return { tree, url }
}

async function write(tree: string, name: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, name)), { recursive: true })
  await writeFile(join(tree, name), text)
}

function linesOf(name: string, count: number, changed = -1): string {
  return Array.from({ length: count }, (_, at) => `${name} ${at} ${at === changed ? Math.random() : ''}\n`).join('')
}

async function commit(tree: string, message: string): Promise<void> {
  await git(tree, 'add', '-A')
  await git(tree, 'commit', '-q', '--allow-empty', '-m', message)
}

async function clone(url: string): Promise<string> {
  const folder = await newFolder()
  await git(folder, 'clone', '-q', url, '.')
  return folder
}

/** How many gits were started to pack something. */
async function packers(act: () => Promise<unknown>): Promise<number> {
  const started = vi.spyOn(stithy.app.git, 'spawn')
  await act()
  const count = started.mock.calls.filter(([, { words }]) => words.includes('upload-pack')).length
  started.mockRestore()
  return count
}

async function expectWhole(folder: string, tree: string, ref = 'main'): Promise<void> {
  expect(await git(folder, 'rev-parse', `origin/${ref}`)).toBe(await git(tree, 'rev-parse', ref))
  expect(await git(folder, 'fsck', '--strict', '--no-dangling', '--no-progress')).toBe('')
}

describe('a fetch of a few commits', () => {
  it('starts no git', async () => {
    const { tree, url } = await begin('few')
    const folder = await clone(url)
    await write(tree, 'src/deep/er/c.txt', linesOf('src/deep/er/c.txt', 60, 30))
    await commit(tree, 'Change')
    await write(tree, 'new/folder/e.txt', 'new')
    await commit(tree, 'Add')
    await git(tree, 'push', '-q', 'origin', 'main')
    expect(await packers(() => git(folder, 'fetch', '-q'))).toBe(0)
    await expectWhole(folder, tree)
  })

  it('starts none over SSH either', async () => {
    const { tree } = await begin('by-ssh')
    const key = await keyOf(stithy, ada)
    const folder = await newFolder()
    await gitSsh(key, folder, 'clone', '-q', sshUrl(stithy, 'ada/by-ssh'), '.')
    await write(tree, 'b.txt', linesOf('b.txt', 60, 5))
    await commit(tree, 'Change')
    await git(tree, 'push', '-q', 'origin', 'main')
    expect(await packers(() => gitSsh(key, folder, 'fetch', '-q'))).toBe(0)
    await expectWhole(folder, tree)
  })

  it('is small where little was changed', async () => {
    const { tree } = await begin('small')
    await write(tree, 'long.txt', linesOf('long', 3000))
    await commit(tree, 'Long')
    await git(tree, 'push', '-q', 'origin', 'main')
    const had = await git(tree, 'rev-parse', 'main')
    await write(tree, 'long.txt', linesOf('long', 3000, 1500))
    await commit(tree, 'A line of it')
    await git(tree, 'push', '-q', 'origin', 'main')
    const lines = ['thin-pack', 'ofs-delta', `want ${await git(tree, 'rev-parse', 'main')}`, `have ${had}`]
    const answer = await fetch(`${stithy.url}/ada/small/git-upload-pack`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}`,
        'content-type': 'application/x-git-upload-pack-request',
        'git-protocol': 'version=2',
      },
      body: `${pktLine('command=fetch')}0001${lines.map((line) => pktLine(`${line}\n`)).join('')}${flushPkt}`,
    })
    const told = Buffer.from(await answer.arrayBuffer())
    expect(told.toString('latin1')).toMatch(
      new RegExp(`^0014acknowledgments\n0031ACK ${had}\n000aready\n0001000dpackfile\n`),
    )
    expect(told.length).toBeLessThan(700)
  })

  it('leaves to git what is many, and waits for its turn like all that is packed', async () => {
    const { tree, url } = await begin('many')
    const folder = await clone(url)
    for (let at = 0; at < 200; at++) await write(tree, `many/${at}`, `${at}`)
    await commit(tree, 'Many')
    await git(tree, 'push', '-q', 'origin', 'main')
    expect(await packers(() => git(folder, 'fetch', '-q'))).toBe(1)
    await expectWhole(folder, tree)
    await commit(tree, 'One')
    await git(tree, 'push', '-q', 'origin', 'main')
    const turns = vi.spyOn(stithy.app.turns.fetch, 'take')
    expect(await packers(() => git(folder, 'fetch', '-q'))).toBe(0)
    expect(turns).toHaveBeenCalledTimes(1)
    await expectWhole(folder, tree)
  })

  it('leaves to git what is large, and what goes far', async () => {
    const { tree, url } = await begin('large')
    const folder = await clone(url)
    await write(tree, 'large.bin', 'x'.repeat(200_000))
    await commit(tree, 'Large')
    await git(tree, 'push', '-q', 'origin', 'main')
    expect(await packers(() => git(folder, 'fetch', '-q'))).toBe(1)
    await expectWhole(folder, tree)
    for (let at = 0; at < 70; at++) await git(tree, 'commit', '-q', '--allow-empty', '-m', `Step ${at}`)
    await git(tree, 'push', '-q', 'origin', 'main')
    expect(await packers(() => git(folder, 'fetch', '-q'))).toBe(1)
    await expectWhole(folder, tree)
  })

  it('brings tags along, and takes commits that the server has never seen as what they are', async () => {
    const { tree, url } = await begin('tags')
    const folder = await clone(url)
    await git(folder, 'commit', '-q', '--allow-empty', '-m', 'Of their own')
    await commit(tree, 'Next')
    await git(tree, 'tag', '-am', 'One', 'v1')
    await commit(tree, 'On top')
    await git(tree, 'tag', 'light')
    await git(tree, 'push', '-q', 'origin', 'main', 'v1', 'light')
    await git(folder, 'fetch', '-q')
    expect(await git(folder, 'tag')).toBe('light\nv1')
    await expectWhole(folder, tree)
  })

  it('is answered to whoever has a part of the history or of the files', async () => {
    const { tree, url } = await begin('parts')
    await commit(tree, 'Second')
    await git(tree, 'push', '-q', 'origin', 'main')
    const shallow = await newFolder()
    await git(shallow, 'clone', '-q', '--depth=1', url, '.')
    const partial = await newFolder()
    await git(partial, 'clone', '-q', '--filter=blob:none', url, '.')
    await write(tree, 'a.txt', linesOf('a.txt', 60, 7))
    await commit(tree, 'Third')
    await git(tree, 'push', '-q', 'origin', 'main')
    for (const folder of [shallow, partial]) {
      await git(folder, 'fetch', '-q')
      await git(folder, 'reset', '-q', '--hard', 'origin/main')
      expect(await git(folder, 'show', 'HEAD:a.txt')).toBe(await git(tree, 'show', 'HEAD:a.txt'))
    }
    expect(await git(shallow, 'rev-list', '--count', 'HEAD')).toBe('2')
  })

  it('gives nothing that refs do not lead to any more', async () => {
    const { tree, url } = await begin('gone')
    const folder = await clone(url)
    await commit(tree, 'Taken back')
    const gone = await git(tree, 'rev-parse', 'main')
    await git(tree, 'push', '-q', 'origin', 'main')
    await git(tree, 'reset', '-q', '--hard', 'HEAD~1')
    await git(tree, 'push', '-qf', 'origin', 'main')
    expect(await packers(() => git(folder, 'fetch', '-q', 'origin', gone).catch(() => undefined))).toBe(1)
  })
})

/** Numbers that come again in the same order. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

const names = ['a.txt', 'b.txt', 'src/d.txt', 'src/deep/er/c.txt', 'src/deep/x', 'y', 'y/z', 'ü/ö.txt']

type Act = (tree: string, roll: (below: number) => number) => Promise<unknown>

const acts: readonly Act[] = [
  async (tree, roll) => {
    const name = names[roll(names.length)] ?? ''
    await rm(join(tree, name.split('/')[0] === 'y' ? 'y' : name), { recursive: true, force: true })
    await write(tree, name, linesOf(name, 5 + roll(80), roll(40)))
  },
  async (tree, roll) => write(tree, `many/${roll(50)}/${roll(50)}.txt`, `${roll(9)}`),
  async (tree, roll) => git(tree, 'rm', '-rq', '--ignore-unmatch', names[roll(names.length)] ?? ''),
  // The one becomes the other, and the other way round.
  async (tree) => {
    await write(tree, 'a.txt', linesOf('b.txt', 60))
    await write(tree, 'b.txt', linesOf('a.txt', 60))
  },
  async (tree) => git(tree, 'revert', '--no-edit', 'HEAD').catch(() => git(tree, 'reset', '-q', '--hard')),
  async (tree, roll) => {
    await write(tree, 'tool.sh', 'true\n')
    await chmod(join(tree, 'tool.sh'), roll(2) === 0 ? 0o755 : 0o644)
  },
  async (tree, roll) => {
    await rm(join(tree, 'link'), { recursive: true, force: true })
    await symlink(names[roll(names.length)] ?? 'a', join(tree, 'link'))
  },
  async (tree) => {
    const head = await git(tree, 'rev-parse', 'HEAD')
    await git(tree, 'update-index', '--add', '--cacheinfo', `160000,${head},module`)
    await git(tree, 'commit', '-qm', 'A module')
    await git(tree, 'rm', '-q', '--cached', 'module')
  },
  async (tree, roll) => {
    const back = roll(6)
    await git(tree, 'checkout', '-qf', `HEAD~${back}`).catch(() => undefined)
    await write(tree, `side/${roll(1000)}.txt`, linesOf('side', roll(50)))
    await commit(tree, 'Beside')
    const side = await git(tree, 'rev-parse', 'HEAD')
    await git(tree, 'checkout', '-qf', 'main')
    await git(tree, 'merge', '-q', '-X', 'ours', '-m', 'Merge', side).catch(() => git(tree, 'reset', '-q', '--hard'))
  },
  async (tree) => git(tree, 'reset', '-q', '--hard', 'HEAD~1').catch(() => undefined),
]

describe('whatever has happened to the files', () => {
  it.each(thorough ? [1, 2, 3, 4, 5, 6] : [1, 2])('what is fetched is whole (%i)', async (seed) => {
    const roll = dice(seed)
    const { tree, url } = await begin(`any-${seed}`)
    const followers = [await clone(url), await clone(url), await clone(url)]
    let [fetches, byGit] = [0, 0]
    for (let round = 0; round < 12; round++) {
      for (let count = 1 + roll(4); count > 0; count--) {
        await acts[roll(acts.length)]?.(tree, roll)
        await commit(tree, `Round ${round}`)
      }
      await git(tree, 'push', '-qf', 'origin', 'main')
      const folder = followers[roll(followers.length)] ?? ''
      fetches++
      byGit += await packers(() => git(folder, 'fetch', '-q'))
      await expectWhole(folder, tree)
    }
    expect(byGit).toBeLessThan(fetches / 2)
  })
})
