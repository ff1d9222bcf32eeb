// A repository of any size (see support/large-repository.ts): what git costs on the server against git's own http-backend, and
// what its pages cost against cgit.
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Compared, compare, type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import { hasCgit, startCgit } from './support/cgit.ts'
import { dataSets } from './support/data-sets.ts'
import { git } from './support/git-client.ts'
import { hasHttpBackend, startHttpBackend } from './support/http-backend.ts'
import { largeRepository } from './support/large-repository.ts'
import { highestMegabytes, treeProcessorMs } from './support/process.ts'
import { rawClone } from './support/raw-clone.ts'
import { newRepo, newSite, newToken } from './support/stithy.ts'

export const name = 'large-repo'
export const against = 'git-http-backend behind nginx; for pages cgit'

interface Side {
  readonly url: string
  /** Without a name and a secret. */
  readonly open: string
  readonly processorMs: () => number
  /** A clone of its own, and one that only fetches. */
  readonly tree: string
  readonly follower: string
}

type Work = (side: Side) => Promise<Round>

const folder = 'src/part-3/deep-3'
const file = `${folder}/file-80.ts`

export async function run({ short, size }: Options): Promise<readonly Figure[]> {
  if (!hasHttpBackend() || !hasCgit()) {
    console.error('skipped: nothing to compare with (Debian: apt-get install nginx-light fcgiwrap cgit)')
    return []
  }
  const large = await largeRepository(dataSets[size].repository)
  const site = await newSite()
  try {
    let stithy = await site.start()
    const token = await newToken(stithy, ['repo:write'])
    await newRepo(stithy, 'real', { is_public: true })
    const ours = `${stithy.url.replace('://', `://x:${token}@`)}/ada/real`
    if (size !== 'large') await git(large, 'push', '-q', ours, 'refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*')
    else {
      // To look through a million folders that a push brings takes minutes, and is not what is measured here.
      await stithy.stop()
      site.put(large)
      stithy = await site.start()
    }
    const root = join(site.folder, 'served')
    mkdirSync(root)
    const served = join(root, 'real.git')
    cpSync(large, served, { recursive: true })
    await git(served, 'config', 'http.receivepack', 'true')
    const other = await startHttpBackend(site.folder, root)
    // Maintenance follows the first push; what is measured is what it leaves.
    await atRest(() => treeProcessorMs([stithy.pid]))
    const ourSide = await side(large, site.folder, ours, () => treeProcessorMs([stithy.pid]))
    const theirSide = await side(large, site.folder, `${other.url}/real.git`, other.processorMs)
    // As of a service that has been in use.
    for (const one of [ourSide, theirSide]) for (let at = 0; at < 10; at++) await fetchOne(one)
    await atRest(ourSide.processorMs)
    const both = (rounds: number, work: Work): Promise<Compared> =>
      compare(
        rounds,
        () => work(ourSide),
        () => work(theirSide),
      )
    const few = short ? 2 : 3
    const pushes = await both(few, several(pushOne))
    const fetches = await both(few, several(fetchOne))
    const cold = await both(few, afterPush(clone()))
    const again = await both(few, clone())
    const shallow = await both(few, clone(1))
    const many = short ? 5 : 20
    const manyCold = await both(1, afterPush(clones(many)))
    const manyWarm = await both(few, clones(many))
    const memory = highestMegabytes(stithy.pid)
    const figures = [
      ...ofGit(pushes, 'push of one commit', 1.5),
      figure(pushes, 'after', { what: 'what follows a push, processor time', unit: 'ms' }),
      ...ofGit(cold, 'clone of a new state', 1.2),
      ...ofGit(again, 'the same clone again', 0.3),
      ...ofGit(shallow, 'shallow clone', 1.2),
      ...ofGit(fetches, 'fetch of one commit', 1.1),
      ...ofGit(manyCold, `${many} clones of a new state at once`, 1.2),
      ...ofGit(manyWarm, `${many} clones again at once`, 0.3),
      figure({ subject: [{ memory }], baseline: [] }, 'memory', {
        what: 'most memory of the service',
        unit: 'MB',
        target: { of: 'subject', below: 500 },
      }),
    ]
    other.stop()
    const cgit = await startCgit(site.folder, served)
    const pages = {
      home: ['', ''],
      'a folder': [`/tree/main/${folder}`, `tree/${folder}`],
      'a file': [`/blob/main/${file}`, `tree/${file}`],
      'the log of a file': [`/commits/main/${file}`, `log/${file}`],
      'a blame': [`/blame/main/${file}`, `blame/${file}`],
    } as const
    for (const [what, [path, theirs]] of Object.entries(pages)) {
      // The first of each is a first sight; its cost and that of the next are told apart.
      const seen = await compare(
        1,
        () => get(`${stithy.url}/ada/real${path}`),
        () => get(`${cgit.url}/real/${theirs}`),
      )
      figures.push(figure(seen, 'ms', { what: `${what}, first sight`, unit: 'ms' }))
    }
    cgit.stop()
    await stithy.stop()
    return figures
  } finally {
    site.remove()
  }
}

function ofGit(seen: Compared, what: string, atMost: number): readonly Figure[] {
  return [
    figure(seen, 'ms', { what, unit: 'ms' }),
    figure(seen, 'processor', { what: `${what}, processor time`, unit: 'ms', target: { of: 'ratio', atMost } }),
  ]
}

async function side(large: string, parent: string, url: string, processorMs: () => number): Promise<Side> {
  const tree = mkdtempSync(join(parent, 'tree-'))
  await git(tree, 'clone', '-q', '--no-checkout', '--single-branch', large, '.')
  // Commits have what was there, although no file is written.
  await git(tree, 'read-tree', 'HEAD')
  const follower = mkdtempSync(join(parent, 'follower-'))
  await git(follower, 'clone', '-q', '--bare', '--single-branch', large, '.')
  return { url, follower, open: url.replace(/\/\/.*@/, '//'), processorMs, tree }
}

async function measured({ processorMs }: Side, work: () => Promise<unknown>): Promise<Round> {
  const spent = processorMs()
  const began = performance.now()
  await work()
  return { ms: performance.now() - began, processor: processorMs() - spent }
}

/** Long enough for what follows a push to be done: it is measured by itself. */
const pauseMs = 400

const pushOne: Work = async (one) => {
  await git(one.tree, 'commit', '-q', '--allow-empty', '-m', 'One more')
  const round = await measured(one, () => git(one.tree, 'push', '-q', one.url, 'main'))
  const { processor = 0 } = await measured(one, () => sleep(pauseMs))
  return { ...round, after: processor }
}

const fetchOne: Work = async (one) => {
  await pushOne(one)
  return measured(one, () => git(one.follower, 'fetch', '-q', one.url, '+main:refs/heads/main'))
}

/** Processor time comes in hundredths of a second: of one small work alone it says little. */
function several(work: Work): Work {
  return async (one) => {
    const sums: Record<string, number> = {}
    for (let at = 0; at < 10; at++) {
      for (const [what, value] of Object.entries(await work(one))) sums[what] = (sums[what] ?? 0) + value / 10
    }
    return sums
  }
}

function clone(depth?: number): Work {
  return (one) => measured(one, () => rawClone(one.open, depth))
}

function clones(count: number): Work {
  return (one) => measured(one, () => Promise.all(Array.from({ length: count }, () => rawClone(one.open))))
}

/** What follows from the push has come to rest by then. */
function afterPush(work: Work): Work {
  return async (one) => {
    await pushOne(one)
    await atRest(one.processorMs)
    return work(one)
  }
}

async function atRest(processorMs: () => number): Promise<void> {
  for (let before = -1, now = processorMs(); now - before > 30; now = processorMs()) {
    before = now
    await sleep(1000)
  }
}

async function get(url: string): Promise<Round> {
  const began = performance.now()
  const answer = await fetch(url)
  const ms = performance.now() - began
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
  return { ms }
}
