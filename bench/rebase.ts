// A branch of a hundred commits is brought to the end of another, as the button does it and as git does it in a clone.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkMerge } from '../src/git/check-merge.ts'
import { History } from '../src/git/history.ts'
import { Kept } from '../src/git/kept.ts'
import { makeRebase } from '../src/git/make-rebase.ts'
import { ObjectStore } from '../src/git/object-store.ts'
import { initRepository } from '../src/git/repository-folder.ts'
import { Git, type RepoDir } from '../src/git/run-git.ts'
import { Histories, lines } from '../test/support/histories.ts'
import { compare, type Figure, figure, type Options } from './support/benchmark.ts'

export const name = 'rebase'
export const against = 'git in a clone'

const commits = 100

export async function run({ short }: Options): Promise<readonly Figure[]> {
  const parent = mkdtempSync(join(tmpdir(), 'stithy-bench-'))
  const git = new Git(process.env['PATH'] ?? '')
  const objects = new ObjectStore(git)
  try {
    const dir = join(parent, 'bare.git') as RepoDir
    await initRepository(git, dir, 'main')
    const { target, head } = makeBranches(dir)
    const clone = join(parent, 'clone')
    execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', dir, clone])
    // Another date each time: otherwise all but the first would find everything written.
    let at = 1_750_000_000_000
    const subject = async () => {
      const kept = new Kept()
      const parts = { git, objects, kept, history: new History(git, kept, objects) }
      const check = await timed(() => checkMerge(parts, dir, { target, head }))
      const committer = { name: 'Ada', email: 'ada@example.org', at: (at += 1000) }
      return { check, rebase: await timed(() => makeRebase(parts, dir, { target, head, committer })) }
    }
    const baseline = async () => {
      inClone(clone, 'checkout', '-q', '-f', '--detach', target)
      const check = await timed(async () => inClone(clone, 'merge', '-q', '--no-commit', head))
      inClone(clone, 'checkout', '-q', '-f', '--detach', head)
      return { check, rebase: await timed(async () => inClone(clone, 'rebase', '-q', target)) }
    }
    const compared = await compare(short ? 2 : 7, subject, baseline)
    return [
      figure(compared, 'check', { what: 'whether it can be merged', unit: 'ms', target: { of: 'ratio', atMost: 1 } }),
      figure(compared, 'rebase', {
        what: `rebase of ${commits} commits`,
        unit: 'ms',
        target: { of: 'ratio', atMost: 1 },
      }),
    ]
  } finally {
    objects.close()
    rmSync(parent, { recursive: true })
  }
}

/** Every tenth commit touches the file that the target has changed too, in another place. */
function makeBranches(dir: RepoDir) {
  const histories = new Histories()
  const files = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [`src/part-${at % 20}/file-${at}`, lines(60)]),
  )
  const start = histories.commit([], { ...files, shared: lines(500) })
  const target = histories.commit([start], { shared: lines(500, { 3: 'target' }), 'src/part-1/file-1': lines(9) })
  let head = start
  const changed: Record<number, string> = {}
  for (let at = 0; at < commits; at++) {
    if (at % 10 === 0) changed[100 + at] = `changed by ${at}`
    const shared = at % 10 === 0 ? { shared: lines(500, changed) } : {}
    head = histories.commit([head], {
      ...shared,
      [`src/part-${at % 19}/file-${at + 40}`]: lines(60, { 5: `commit ${at}` }),
    })
  }
  const idOf = histories.write(dir)
  return { target: idOf(target), head: idOf(head) }
}

function inClone(cwd: string, ...args: readonly string[]): void {
  const env = { ...process.env, GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.org' }
  execFileSync('git', args, { cwd, env, stdio: 'ignore' })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
