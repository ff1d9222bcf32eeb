// A process that has a git started while it can open nothing more, and says what it hears of it. Its limit is its own, so
// it runs by itself: `prlimit --nofile=64: node launch-without-descriptors.ts FOLDER`.
import { closeSync, openSync } from 'node:fs'
import { Launches } from '../../src/git/launches.ts'
import { exitOf, Git, type RepoDir } from '../../src/git/run-git.ts'
import { patienceMs } from './patience.ts'

const launches = new Launches(new URL('../../src/git/launcher.ts', import.meta.url))
const git = new Git(process.env['PATH'] ?? '', launches)
const dir = process.argv[2] as RepoDir
const version = (): Promise<string> =>
  git.run(dir, { words: ['version'] }).then(
    () => 'it ran',
    () => 'it failed',
  )

// The first ones are started without help, and what helps does not keep the process.
const patience = setTimeout(() => process.exit(1), patienceMs)
for (let count = 0; count < 31; count++) await version()
const taken = takeAll()
const without = await version()
// One is left for its input, and none for its output: it would stay for as long as somebody may ask it.
closing(1)
const lasting = git.spawn(dir, { words: ['cat-file', '--batch'] }, ['pipe', 'pipe', 'ignore'])
const ended = await exitOf(lasting)
closing(taken.length)
console.log(`${without}, one that stays ended with ${ended}, then ${await version()}`)
clearTimeout(patience)
launches.close()

function closing(count: number): void {
  for (const fd of taken.splice(0, count)) closeSync(fd)
}

function takeAll(): number[] {
  const all: number[] = []
  try {
    for (;;) all.push(openSync('/dev/null', 'r'))
  } catch {
    return all
  }
}
