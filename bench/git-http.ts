// Clones and small pushes over HTTP against nginx with git's own http-backend, on the same repository.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compare, type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import { git } from './support/git-client.ts'
import { hasHttpBackend, startHttpBackend } from './support/http-backend.ts'
import { treeProcessorMs } from './support/process.ts'
import { makeRealRepository } from './support/real-repository.ts'
import { newRepo, newSite, newToken } from './support/stithy.ts'

export const name = 'git-http'
export const against = 'git-http-backend behind nginx'

interface Side {
  readonly url: string
  readonly processorMs: () => number
  /** A work tree of its own to push from. */
  readonly tree: string
}

export async function run({ short }: Options): Promise<readonly Figure[]> {
  if (!hasHttpBackend()) {
    console.error('skipped: nothing to compare with (Debian: apt-get install nginx-light fcgiwrap)')
    return []
  }
  const site = await newSite()
  try {
    const real = await makeRealRepository(
      site.folder,
      short ? { commits: 300, files: 500 } : { commits: 6000, files: 4000 },
    )
    const stithy = await site.start()
    const token = await newToken(stithy, ['repo:write'])
    await newRepo(stithy, 'real')
    const ours = `${stithy.url.replace('://', `://x:${token}@`)}/ada/real`
    await git(real, 'push', '-q', ours, 'main')
    const root = join(site.folder, 'served')
    mkdirSync(root)
    cpSync(real, join(root, 'real.git'), { recursive: true })
    await git(join(root, 'real.git'), 'config', 'http.receivepack', 'true')
    const other = await startHttpBackend(site.folder, root)
    const subject = await side(site.folder, ours, () => treeProcessorMs([stithy.pid]))
    const baseline = await side(site.folder, `${other.url}/real.git`, other.processorMs)

    const rounds = short ? 3 : 7
    const first = await both(rounds, subject, baseline, cloneOfNewState)
    const again = await both(rounds, subject, baseline, cloneOften)
    const pushes = await both(short ? 5 : 25, subject, baseline, pushOnce)
    other.stop()
    await stithy.stop()
    return [
      figure(first, 'ms', { what: 'clone of a new state', unit: 'ms', target: { of: 'ratio', atMost: 1.05 } }),
      figure(first, 'processor', { what: 'clone of a new state: processor time', unit: 'ms' }),
      figure(again, 'ms', { what: 'clone of the same state again', unit: 'ms' }),
      figure(again, 'processor', {
        what: 'clone of the same state again: processor time',
        unit: 'ms',
        target: { of: 'ratio', atMost: 0.5 },
      }),
      figure(pushes, 'ms', { what: 'a small push', unit: 'ms', target: { of: 'ratio', atMost: 1.5 } }),
    ]
  } finally {
    site.remove()
  }
}

async function both(rounds: number, subject: Side, baseline: Side, what: (side: Side) => Promise<Round>) {
  await compare(
    1,
    () => what(subject),
    () => what(baseline),
  )
  return compare(
    rounds,
    () => what(subject),
    () => what(baseline),
  )
}

async function side(folder: string, url: string, processorMs: () => number): Promise<Side> {
  const tree = mkdtempSync(join(folder, 'tree-'))
  await git(tree, 'clone', '-q', url, '.')
  return { url, processorMs, tree }
}

async function measured(processorMs: () => number, work: () => Promise<void>): Promise<Round> {
  const before = processorMs()
  const began = performance.now()
  await work()
  return { ms: performance.now() - began, processor: processorMs() - before }
}

async function cloneOfNewState(one: Side): Promise<Round> {
  await pushOnce(one)
  return cloneOnce(one)
}

async function cloneOnce({ url, processorMs, tree }: Side): Promise<Round> {
  const target = mkdtempSync(`${tree}-clone-`)
  const round = await measured(processorMs, () => git(target, 'clone', '-q', '--bare', url, '.'))
  rmSync(target, { recursive: true })
  return round
}

/** One of them takes less processor time than the hundredth of a second that Linux counts in. */
async function cloneOften(one: Side): Promise<Round> {
  const clones = 8
  const sum = { ms: 0, processor: 0 }
  for (let count = 0; count < clones; count++) {
    const { ms = 0, processor = 0 } = await cloneOnce(one)
    sum.ms += ms / clones
    sum.processor += processor / clones
  }
  return sum
}

async function pushOnce({ url, processorMs, tree }: Side): Promise<Round> {
  await git(tree, 'commit', '-q', '--allow-empty', '-m', 'One more')
  return measured(processorMs, () => git(tree, 'push', '-q', url, 'main'))
}
