import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { parseRepoPath } from '../../src/core/repo-path.ts'
import { requireSha, type Sha } from '../../src/core/sha.ts'
import { CommitGraphs } from '../../src/git/commit-graphs.ts'
import { History } from '../../src/git/history.ts'
import { Kept } from '../../src/git/kept.ts'
import { findLastCommits } from '../../src/git/last-commits.ts'
import { findDivergence } from '../../src/git/merge-base.ts'
import { ObjectStore } from '../../src/git/object-store.ts'
import { PathSieve } from '../../src/git/path-sieve.ts'
import { Git, type GitCall, type RepoDir } from '../../src/git/run-git.ts'
import { thorough } from '../support/thorough.ts'

// Histories with merges of all kinds, against what git says of them: as a git that may not be started would not.

const commitCount = 400
const folders = ['', 'a', 'a/deep', 'b', 'ü']
const path = (text: string) => parseRepoPath(text) ?? expect.fail(text)

/** Fails where something was left to git. */
class NoGit extends Git {
  override try(dir: RepoDir, call: GitCall): never {
    throw new Error(`git ${call.words.join(' ')} was started in ${dir}`)
  }

  override spawn(...[dir, call, stdio]: Parameters<Git['spawn']>): ReturnType<Git['spawn']> {
    return call.words[0] === 'cat-file' ? super.spawn(dir, call, stdio) : this.try(dir, call)
  }
}

const runner = new NoGit(process.env['PATH'] ?? '')
const objects = new ObjectStore(runner)
const states: { readonly name: string; readonly dir: RepoDir }[] = []

const home = mkdtempSync(join(tmpdir(), 'stithy-walk-'))

beforeAll(() => {
  for (const name of ['without an index', 'with one', 'with one of an older state'] as const) {
    const dir = join(home, name) as RepoDir
    git(home, 'init', '-q', '--bare', dir)
    // Of what no index knows, only so much is gone through.
    const count = name === 'without an index' ? 200 : commitCount
    const history = historyOf(count)
    execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, input: history.slice(0, count - 40).join('') })
    const write = (): unknown => git(dir, 'commit-graph', 'write', '--reachable', '--changed-paths', '--split')
    if (name !== 'without an index') write()
    execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: dir, input: history.join('') })
    if (name === 'with one') write()
    states.push({ name, dir })
  }
})

afterAll(() => {
  objects.close()
  rmSync(home, { recursive: true })
})

it('histories went apart where their commits say, with every kind of index', async () => {
  let several = 0
  for (const { name, dir } of states) {
    const history = historyWith(new Kept())
    const some = allOf(dir).filter((_, at) => at % 13 === 0)
    for (const [base, head] of some.flatMap((one) => some.map((other) => [one, other] as const))) {
      const { met, ...counts } = apartIn(dir, base, head)
      // Of several, git has its own way to choose one.
      const wanted = met.length > 1 ? null : { mergeBase: met[0] ?? null, ...counts }
      several += Number(wanted === null)
      expect(await history.apart(dir, base, head), `${name}: ${base} ${head}`).toEqual(wanted)
    }
  }
  expect(several).toBeGreaterThan(0)
})

it('what is known of older commits leads to the same', async () => {
  for (const { name, dir } of states) {
    const kept = new Kept()
    const history = historyWith(kept)
    const parts = { git: new Git(process.env['PATH'] ?? ''), history, kept }
    const all = allOf(dir)
    // From the oldest on, so that there is always something known.
    for (const base of all.slice(0, thorough ? 40 : 10).toReversed()) {
      for (const head of all.filter((_, at) => at % 61 === 0)) {
        const { met, ...counts } = apartIn(dir, base, head)
        const { mergeBase, ...counted } = await findDivergence(parts, dir, base, head)
        expect(met.length > 1 ? {} : counted, `${name}: ${base} ${head}`).toEqual(met.length > 1 ? {} : counts)
        expect([null, ...met], `${name}: ${base} ${head}`).toContain(mergeBase)
      }
      expect(await history.count(dir, base, {}), name).toBe(historyIn(dir, base).size)
      for (const folder of ['', 'a']) {
        const names = entriesOf(dir, base, folder)
        learnLast(
          dir,
          base,
          names.map((entry) => inFolder(folder, entry)),
        )
        const { entries } = await findLastCommits(parts, dir, { commit: base, path: path(folder), names: () => names })
        for (const [entry, sha] of entries) {
          const where = inFolder(folder, entry)
          expect([where, sha], name).toEqual([where, lastOf(dir, base, where)])
        }
      }
    }
  }
})

it('what was counted before leads to the same counts, above it, below it and beside it', async () => {
  for (const { name, dir } of states) {
    const history = historyWith(new Kept())
    for (const from of allOf(dir).filter((_, at) => at % 5 === 0))
      expect([from, await history.count(dir, from, {})], name).toEqual([from, historyIn(dir, from).size])
  }
})

it('counts, pages and last commits are those of git, with every kind of index', async () => {
  for (const { name, dir } of states) {
    const kept = new Kept()
    const history = historyWith(kept)
    const all = git(dir, 'rev-list', '--all').split('\n')
    for (const from of all.filter((_, at) => at % 97 === 0).map(requireSha)) {
      expect(await history.count(dir, from, {}), name).toBe(Number(git(dir, 'rev-list', '--count', from)))
      for (const window of [
        { skip: 0, count: 30 },
        { skip: 30, count: 30 },
        { skip: 5000, count: 3 },
      ]) {
        const page = git(dir, 'rev-list', `--skip=${window.skip}`, `--max-count=${window.count}`, from)
        expect(await history.page(dir, from, {}, window), name).toEqual(page === '' ? [] : page.split('\n'))
      }
      for (const folder of folders) {
        const names = entriesOf(dir, from, folder)
        learnLast(dir, from, [...names.map((entry) => inFolder(folder, entry)), ...(folder === '' ? [] : [folder])])
        const last = await findLastCommits({ git: runner, history, kept }, dir, {
          commit: from,
          path: path(folder),
          names: () => names,
        })
        const newest = folder === '' ? from : lastOf(dir, from, folder)
        for (const entry of names) {
          const where = inFolder(folder, entry)
          expect([where, last.entries.get(entry)], name).toEqual([where, lastOf(dir, from, where)])
        }
        expect([folder, names.length > 0 && last.newest], name).toEqual([folder, names.length > 0 && newest])
      }
      const paths = ['a/deep/file-3', 'b/file-1', 'never/there', 'gone', 'a']
      learnLast(dir, from, paths)
      for (const where of paths) {
        const [found] = await history.page(dir, from, { path: path(where) }, { skip: 0, count: 1 })
        expect([where, found ?? ''], name).toEqual([where, lastOf(dir, from, where)])
      }
    }
  }
})

it('the history of a file or a folder is the one that git tells, with every kind of index', async () => {
  for (const { name, dir } of states) {
    const kept = new Kept()
    // What was touched often is left to git.
    const history = new History(new Git(process.env['PATH'] ?? ''), kept, objects, { patienceMs: 60_000 })
    for (const from of allOf(dir).filter((_, at) => at % (thorough ? 31 : 131) === 0)) {
      for (const where of ['file-2', 'a', 'a/deep', 'a/deep/file-3', 'b/file-1', 'ü/file-4', 'never/there', 'gone']) {
        const told = git(dir, 'rev-list', from, '--', where)
        const shas = told === '' ? [] : told.split('\n')
        const filter = { path: path(where) }
        expect([where, await history.page(dir, from, filter, { skip: 0, count: 1000 })], name).toEqual([where, shas])
        expect(await history.page(dir, from, filter, { skip: 3, count: 2 }), name).toEqual(shas.slice(3, 5))
        expect(await history.count(dir, from, filter), name).toBe(shas.length)
      }
    }
  }
})

it('what lies far back is found behind thousands of commits that did not touch it', async () => {
  const dir = join(home, 'long') as RepoDir
  git(home, 'init', '-q', '--bare', dir)
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, input: historyOf(4000, 200).join('') })
  git(dir, 'commit-graph', 'write', '--reachable', '--changed-paths')
  const kept = new Kept()
  const history = historyWith(kept)
  const all = allOf(dir)
  for (const commit of [0, 1500].map((at) => requireSha(all[at] ?? ''))) {
    for (const folder of folders) {
      const names = entriesOf(dir, commit, folder)
      const last = await findLastCommits({ git: runner, history, kept }, dir, {
        commit,
        path: path(folder),
        names: () => names,
      })
      const some = names.filter((_, at) => at % (thorough ? 1 : 23) === 0)
      learnLast(
        dir,
        commit,
        some.map((entry) => inFolder(folder, entry)),
      )
      for (const entry of some) {
        const where = inFolder(folder, entry)
        expect([where, last.entries.get(entry)]).toEqual([where, lastOf(dir, commit, where)])
        // Folders were touched often, and of names beyond ASCII the index says nothing: those are left to git.
        if (!entry.startsWith('file-') || folder === 'ü') continue
        const told = git(dir, 'rev-list', commit, '--', where).split('\n')
        expect([where, await history.page(dir, commit, { path: path(where) }, { skip: 0, count: 500 })]).toEqual([
          where,
          told,
        ])
        expect(await history.count(dir, commit, { path: path(where) })).toBe(told.length)
      }
    }
  }
})

it('what is left to git for lack of time is the same', async () => {
  const parts = { git: new Git(process.env['PATH'] ?? ''), kept: new Kept() }
  const history = new History(runner, parts.kept, objects, { patienceMs: -1 })
  for (const { name, dir } of states) {
    for (const commit of allOf(dir).filter((_, at) => at % 80 === 3)) {
      for (const folder of ['', 'a']) {
        const names = entriesOf(dir, commit, folder)
        learnLast(
          dir,
          commit,
          names.map((entry) => inFolder(folder, entry)),
        )
        const { entries } = await findLastCommits({ ...parts, history }, dir, {
          commit,
          path: path(folder),
          names: () => names,
        })
        for (const entry of names) {
          const where = inFolder(folder, entry)
          expect([where, entries.get(entry)], name).toEqual([where, lastOf(dir, commit, where)])
        }
      }
    }
  }
})

it('what git did not find in time is looked for again by the next attempt, and leads nobody astray before', async () => {
  /** As one that is ended before it has said anything. */
  class LateGit extends Git {
    override spawn(...[dir, , stdio]: Parameters<Git['spawn']>): ReturnType<Git['spawn']> {
      return super.spawn(dir, { words: ['rev-parse', '--verify', '-q', 'none'] }, stdio)
    }
  }
  const { dir = expect.fail() } = states[1] ?? {}
  const kept = new Kept()
  const history = new History(runner, kept, objects, { patienceMs: -1 })
  const [commit = expect.fail()] = allOf(dir)
  const names = entriesOf(dir, commit, 'a')
  const folder = { commit, path: path('a'), names: () => names }
  const late = await findLastCommits({ git: new LateGit(process.env['PATH'] ?? ''), kept, history }, dir, folder)
  expect(late.entries.size).toBe(0)
  const parts = { git: new Git(process.env['PATH'] ?? ''), kept, history }
  const { entries } = await findLastCommits(parts, dir, { ...folder, attempt: 1 })
  for (const name of names) expect([name, entries.get(name)]).toEqual([name, lastOf(dir, commit, `a/${name}`)])
})

it('a file whose name begins like what git says between commits is a file', async () => {
  const dir = join(home, 'marked') as RepoDir
  git(home, 'init', '-q', '--bare', '-b', 'main', dir)
  const file = 'M 100644 inline "\\001marked"\ndata 1\nx\n'
  const input = `commit refs/heads/main\ncommitter Ada <ada@example.org> 1600000000 +0000\ndata 1\nx\n${file}\n`
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, input })
  const [commit = expect.fail()] = allOf(dir)
  const history = new History(runner, new Kept(), objects, { patienceMs: -1 })
  const parts = { git: new Git(process.env['PATH'] ?? ''), history, kept: new Kept() }
  const { entries } = await findLastCommits(parts, dir, { commit, path: path(''), names: () => ['\u0001marked'] })
  expect(entries.get('\u0001marked')).toBe(commit)
})

it.each([
  { what: 'by many commits', entries: 20, commits: 1500, mostBytes: 800 * 1024 },
  { what: 'with thousands of entries', entries: 9000, commits: 150, mostBytes: 34 * 1024 * 1024 },
])(
  'a folder that every commit touched is not read in all its states ($what)',
  async ({ entries, commits, mostBytes }) => {
    const dir = touched(commits, entries)
    const [commit = expect.fail()] = allOf(dir)
    // The one with the umlaut cannot be looked for in filters: only the folder itself tells.
    const names = ['hot', 'ü', 'old-1', 'old-2']
    const store = new ObjectStore(new Git(process.env['PATH'] ?? ''))
    const read = vi.spyOn(store, 'infoAt')
    const history = new History(runner, new Kept(), store, { patienceMs: Number.POSITIVE_INFINITY })
    const traced = await history.trace(dir, { commit, path: path('dir'), names })
    expect(traced?.isWhole ?? false).toBe(false)
    const infos = await Promise.all(read.mock.results.map(({ value }): ReturnType<typeof store.infoAt> => value))
    expect(infos.reduce((sum, info) => sum + (info?.size ?? 0), 0)).toBeLessThan(mostBytes)
    const parts = { git: new Git(process.env['PATH'] ?? ''), history, kept: new Kept() }
    const last = await findLastCommits(parts, dir, { commit, path: path('dir'), names: () => names })
    expect(Object.fromEntries(last.entries)).toEqual(
      Object.fromEntries(names.map((name) => [name, lastOf(dir, commit, `dir/${name}`)])),
    )
    expect(last.newest).toBe(commit)
    store.close()
  },
)

it('a wide folder is searched once: what comes on top of it is found without a git', async () => {
  const dir = join(home, 'wide') as RepoDir
  cpSync(touched(150, 9000), dir, { recursive: true })
  const [before = expect.fail()] = allOf(dir)
  const kept = new Kept()
  const store = new ObjectStore(runner)
  const history = new History(runner, kept, store, { patienceMs: Number.POSITIVE_INFINITY })
  const started = vi.fn<(call: GitCall) => void>()
  class Counted extends Git {
    override spawn(...[at, call, ...rest]: Parameters<Git['spawn']>): ReturnType<Git['spawn']> {
      started(call)
      return super.spawn(at, call, ...rest)
    }
  }
  const names = entriesOf(dir, before, 'dir')
  const parts = { git: new Counted(process.env['PATH'] ?? ''), history, kept }
  const first = await findLastCommits(parts, dir, { commit: before, path: path('dir'), names: () => names })
  expect(first.entries.size).toBe(names.length)
  expect(started).toHaveBeenCalledTimes(1)
  const more = `commit refs/heads/main\ncommitter A <a@b> 1700000000 +0000\ndata 1\nx\nfrom refs/heads/main^0\nM 644 inline dir/old-1\ndata 1\n2\n`
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, input: more })
  const commit = requireSha(git(dir, 'rev-parse', 'main'))
  const next = await findLastCommits({ git: runner, history, kept }, dir, {
    commit,
    path: path('dir'),
    names: () => names,
  })
  expect(Object.fromEntries(next.entries)).toEqual({ ...Object.fromEntries(first.entries), 'old-1': commit })
  expect(next.newest).toBe(commit)
  for (const name of ['hot', 'ü', 'old-1', 'old-2'])
    expect([name, next.entries.get(name)]).toEqual([name, lastOf(dir, commit, `dir/${name}`)])
  store.close()
})

it('commits that have not touched a folder are passed by without a look for its entries', async () => {
  const dir = join(home, 'meeting') as RepoDir
  git(home, 'init', '-q', '--bare', dir)
  const said = (at: number): string => `committer A <a@b> ${1_600_000_000 + at} +0000\ndata 1\nx\n`
  const file = (name: string): string => `M 644 inline ${name}\ndata 1\n1\n`
  const first = `commit refs/heads/main\nmark :1\n${said(0)}${file('folder/a')}${file('folder/b')}`
  const rest = Array.from({ length: 500 }, (_, pair) => {
    const [before, side, meets] = [1 + 2 * pair, 2 + 2 * pair, 3 + 2 * pair]
    const apart = `commit refs/heads/side\nmark :${side}\n${said(side)}from :${before}\n${file(`side/${pair}`)}`
    return `${apart}commit refs/heads/main\nmark :${meets}\n${said(meets)}from :${before}\nmerge :${side}\n${file(`main/${pair}`)}`
  })
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, input: [first, ...rest].join('') })
  git(dir, 'commit-graph', 'write', '--reachable', '--changed-paths')
  const commit = requireSha(git(dir, 'rev-parse', 'main'))
  const looks = vi.spyOn(PathSieve.prototype, 'mayBeIn')
  try {
    const kept = new Kept()
    const history = historyWith(kept)
    const { entries } = await findLastCommits({ git: runner, kept, history }, dir, {
      commit,
      path: path('folder'),
      names: () => ['a', 'b'],
    })
    const last = lastOf(dir, commit, 'folder')
    expect([...entries]).toEqual([
      ['a', last],
      ['b', last],
    ])
    // Each of 501 on the main line is asked for the folder, twice; for the entries it would be more than 2,000.
    expect(looks.mock.calls.length).toBeLessThan(1050)
  } finally {
    looks.mockRestore()
  }
})

it('entries far down cost no more than others: the folders above them are the same for all', async () => {
  const dir = join(home, 'deep') as RepoDir
  git(home, 'init', '-q', '--bare', dir)
  const folder = Array.from({ length: 300 }, () => 'd').join('/')
  const names = Array.from({ length: 60 }, (_, at) => `n${at}`)
  const files = names.map((name) => `M 644 inline ${folder}/${name}\ndata 1\n1\n`).join('')
  const head = 'commit refs/heads/main\ncommitter A <a@b> 1600000000 +0000\ndata 1\nx\n'
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, input: head + files })
  git(dir, 'commit-graph', 'write', '--reachable', '--changed-paths')
  const commit = requireSha(git(dir, 'rev-parse', 'main'))
  const words = vi.spyOn(Buffer.prototype, 'readInt32LE')
  try {
    const kept = new Kept()
    const parts = { git: runner, kept, history: new History(runner, kept, objects) }
    const { entries } = await findLastCommits(parts, dir, { commit, path: path(folder), names: () => names })
    expect([...entries.values()]).toEqual(names.map(() => commit))
    // Of each name once, and of each folder above them.
    expect(words.mock.calls.length).toBeLessThan(500_000)
  } finally {
    words.mockRestore()
  }
})

it('what has a commit in its history is what git says', async () => {
  for (const { name, dir } of states) {
    const history = historyWith(new Kept())
    const all = git(dir, 'rev-list', '--all').split('\n').map(requireSha)
    const tips = all.filter((_, at) => at % 50 === 0)
    for (const target of all.filter((_, at) => at % 23 === 0)) {
      const found = await history.reaching(dir, target, tips)
      const isIn = (tip: Sha): boolean => historyIn(dir, tip).has(target)
      expect([...(found ?? [])].toSorted(), name).toEqual(tips.filter(isIn).toSorted())
    }
  }
})

it('whoever lacks little is told from whoever lacks much, or has something else', async () => {
  for (const { name, dir } of states) {
    const history = historyWith(new Kept())
    const all = git(dir, 'rev-list', '--all').split('\n').map(requireSha)
    const [tip = expect.fail(), ...older] = all
    const near = (wanted: readonly Sha[], had: readonly Sha[]): Promise<boolean> => history.isNear(dir, wanted, had)
    expect(await near([tip], git(dir, 'rev-list', '-3', tip).split('\n').map(requireSha)), name).toBe(true)
    const stranger = requireSha('1'.repeat(40))
    expect(await near([tip], [stranger]), name).toBe(false)
    // Nobody knows what is not there.
    expect(await near([stranger], [tip]), name).toBe(false)
    const root = requireSha(git(dir, 'rev-list', '--max-parents=0', tip))
    expect(
      await near(
        [root],
        older.filter((one) => one !== root),
      ),
      name,
    ).toBe(false)
  }
})

it('an index that is broken is as good as none', async () => {
  const dir = states.map((state) => state.dir)[1] as RepoDir
  const list = join(dir, 'objects/info/commit-graphs/commit-graph-chain')
  expect((await new CommitGraphs().of(dir))?.size).toBeGreaterThan(commitCount / 3)
  for (const text of ['', 'nonsense\n', `${'0'.repeat(40)}\n`]) {
    writeFileSync(list, text)
    expect(await new CommitGraphs().of(dir)).toBeNull()
  }
})

it('where what commits changed cannot be read from the index, git is asked', async () => {
  const dir = join(home, 'broken filters') as RepoDir
  git(home, 'init', '-q', '--bare', dir)
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, input: historyOf(60).join('') })
  git(dir, 'commit-graph', 'write', '--reachable', '--changed-paths')
  const file = join(dir, 'objects/info/commit-graph')
  const bytes = readFileSync(file)
  const head = Array.from({ length: bytes.readUInt8(6) }, (_, chunk) => 8 + 12 * chunk)
  const start = head.find((at) => bytes.toString('latin1', at, at + 4) === 'BIDX') ?? 0
  // Where filters end: beyond the file, and before they begin.
  bytes.fill(0xff, Number(bytes.readBigUInt64BE(start + 4)), Number(bytes.readBigUInt64BE(start + 16)))
  rmSync(file)
  writeFileSync(file, bytes)
  const from = allOf(dir)[0] as Sha
  const history = historyWith(new Kept())
  const wanted = { commit: from, path: path('a'), names: entriesOf(dir, from, 'a') }
  expect(await history.trace(dir, wanted)).toBeNull()
  expect(await history.count(dir, from, {})).toBe(historyIn(dir, from).size)
})

/** However busy the machine is, nothing is left to git for lack of time. */
function historyWith(kept: Kept): History {
  return new History(runner, kept, objects, { patienceMs: 60_000 })
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'core.quotePath=false', ...args], { cwd, encoding: 'utf8' }).trim()
}

function allOf(dir: RepoDir): readonly Sha[] {
  return git(dir, 'rev-list', '--all').split('\n').map(requireSha)
}

const parentsIn = new Map<string, ReadonlyMap<Sha, readonly Sha[]>>()
const histories = new Map<string, ReadonlySet<Sha>>()

/** Who comes from whom, as git says: told once a repository, which is a git instead of one for each commit. */
function parentsOf(dir: RepoDir, from: Sha): readonly Sha[] {
  let all = parentsIn.get(dir)
  if (all?.has(from) !== true) {
    const listed = git(dir, 'rev-list', '--all', '--parents').split('\n')
    all = new Map(listed.map((line) => line.split(' ').map(requireSha)).map(([one = from, ...others]) => [one, others]))
    parentsIn.set(dir, all)
  }
  return all.get(from) ?? expect.fail(`${from} is not in ${dir}`)
}

function historyIn(dir: RepoDir, from: Sha): ReadonlySet<Sha> {
  const known = histories.get(`${dir} ${from}`)
  if (known !== undefined) return known
  const found = new Set([from])
  for (const one of found) for (const parent of parentsOf(dir, one)) found.add(parent)
  histories.set(`${dir} ${from}`, found)
  return found
}

/** By whole histories: where clocks were wrong, git counts too many between two commits. */
function apartIn(dir: RepoDir, base: Sha, head: Sha) {
  const [ours, theirs] = [historyIn(dir, base), historyIn(dir, head)]
  const both = new Set([...ours].filter((one) => theirs.has(one)))
  const met = [...both].filter((one) => ![...both].some((other) => other !== one && historyIn(dir, other).has(one)))
  return { met, ahead: theirs.size - both.size, behind: ours.size - both.size }
}

const lastOnes = new Map<string, string>()

function lastOf(dir: RepoDir, from: Sha, where: string): string {
  learnLast(dir, from, [where])
  return lastOnes.get(`${dir} ${from} ${where}`) ?? 'unknown'
}

/** Of several at once: a shell starts gits for less than a process in which tests are loaded. */
function learnLast(dir: RepoDir, from: Sha, paths: readonly string[]): void {
  const wanted = paths.filter((where) => !lastOnes.has(`${dir} ${from} ${where}`))
  if (wanted.length === 0) return
  const each =
    'from=$1; shift; for where do echo "$(git rev-list --max-count=1 "$from" -- "$where" || echo failed)"; done'
  const told = execFileSync('sh', ['-c', each, 'sh', from, ...wanted], { cwd: dir, encoding: 'utf8' }).split('\n')
  for (const [at, where] of wanted.entries()) lastOnes.set(`${dir} ${from} ${where}`, told[at] ?? 'failed')
}

function inFolder(folder: string, entry: string): string {
  return folder === '' ? entry : `${folder}/${entry}`
}

function entriesOf(dir: RepoDir, from: Sha, folder: string): readonly string[] {
  const listed = git(dir, 'ls-tree', '--name-only', '-z', `${from}:`, ...(folder === '' ? [] : [`${folder}/`]))
  return listed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => entry.slice(folder === '' ? 0 : folder.length + 1))
}

/** For `git fast-import`, a text a commit: branches that are merged now and then, several at once, often with a mark of equal dates. */
function historyOf(count: number, files = 6): readonly string[] {
  const next = numbers(11)
  const pick = (all: readonly string[]): string => all[next() % all.length] ?? ''
  return Array.from({ length: count }, (_, at) => {
    const mark = at + 1
    const recent = (): number => Math.max(1, mark - 1 - (next() % 12))
    const parents =
      at === 0
        ? []
        : [...new Set([recent(), ...(next() % 4 === 0 ? [recent()] : []), ...(next() % 15 === 0 ? [recent()] : [])])]
    const [first, ...others] = parents
    const lines = [
      `commit refs/heads/branch-${mark % 9}`,
      `mark :${mark}`,
      // Two of three in order, some at the same second, a few with a clock that is wrong.
      `committer Ada <ada@example.org> ${1_600_000_000 + Math.floor(at / 3) * 60 - (next() % 10 === 0 ? 5000 : 0)} +0000`,
      'data 1',
      'x',
      ...(first === undefined ? [] : [`from :${first}`]),
      ...others.map((parent) => `merge :${parent}`),
    ]
    for (let change = next() % 3; change >= 0 && (others.length === 0 || next() % 2 === 0); change--) {
      const folder = pick(folders)
      const file = `${folder === '' ? '' : `${folder}/`}file-${next() % files}`
      lines.push(
        next() % 8 === 0 ? `D ${file}` : `M 100${pick(['644', '755'])} inline ${file}\ndata 2\n${next() % 4}\n`,
      )
    }
    if (at === 5) lines.push('M 100644 inline gone\ndata 1\nx')
    if (at === 20) lines.push('D gone')
    return `${lines.join('\n')}\n\n`
  })
}

const touchedOnes = new Map<number, RepoDir>()

/** Nobody writes to it: whoever wants to has a copy. */
function touched(commits: number, entries: number): RepoDir {
  const dir = touchedOnes.get(commits) ?? (join(home, `touched-${commits}`) as RepoDir)
  if (touchedOnes.has(commits)) return dir
  touchedOnes.set(commits, dir)
  git(home, 'init', '-q', '--bare', '-b', 'main', dir)
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, input: touchedBy(commits, entries) })
  git(dir, 'commit-graph', 'write', '--reachable', '--changed-paths')
  return dir
}

/** A folder with files that were never touched again, and one that every commit touches. */
function touchedBy(commits: number, entries: number): string {
  const head = (at: number): string =>
    `commit refs/heads/main\ncommitter Ada <ada@example.org> ${1_600_000_000 + at} +0000\ndata 1\nx\n`
  const old = Array.from({ length: entries }, (_, at) => `M 100644 inline dir/old-${at}\ndata 1\nx\n`)
  const first = `${head(0)}${old.join('')}M 100644 inline dir/ü\ndata 1\nx\n\n`
  const others = Array.from({ length: commits }, (_, at) => {
    const text = String(at)
    return `${head(at + 1)}M 100644 inline dir/hot\ndata ${text.length}\n${text}\n\n`
  })
  return first + others.join('')
}

/** Numbers that look random and are the same each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}
