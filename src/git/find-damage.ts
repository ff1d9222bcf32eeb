import { setTimeout as sleep } from 'node:timers/promises'
import { hour } from '../core/clock.ts'
import type { Git, RepoDir } from './run-git.ts'
import { toleratedByFsck } from './tolerated.ts'

/** `connected`: all that refs lead to is there. `every-byte`: and all that is there is what its name says. */
export type Depth = 'connected' | 'every-byte'

/** What was packed anew, deleted or pushed meanwhile may look like a gap; a real one is there the next time, too. */
const tries = 3
const pauseMs = 300
const longestMs = 12 * hour
const mostSaid = 2

/** What is wrong with the objects of a repository or with its refs, in git's words; null where nothing is. */
export async function findDamage(git: Git, dir: RepoDir, depth: Depth): Promise<string | null> {
  return (await unlessItPasses(git, dir, walk)) ?? (depth === 'every-byte' ? unlessItPasses(git, dir, readAll) : null)
}

/** Objects themselves, not what git has noted of them for speed: notes may be whole where the objects are not. */
const withoutNotes = ['-c', 'core.commitGraph=false', '-c', 'core.multiPackIndex=false']
const walk = [...withoutNotes, 'rev-list', '--objects', '--all', '--quiet']
const tolerant = toleratedByFsck.flatMap((wart) => ['-c', `fsck.${wart}=ignore`])
const readAll = [...withoutNotes, ...tolerant, 'fsck', '--full', '--no-dangling', '--no-progress']

async function unlessItPasses(git: Git, dir: RepoDir, words: readonly string[]): Promise<string | null> {
  for (let count = 1; ; count++) {
    const { exitCode, stdout, stderr } = await git.try(dir, { words }, { timeoutMs: longestMs })
    if (exitCode === 0) return null
    if (count === tries) return inShort(stderr, stdout.toString('utf8')) ?? `git ended with ${exitCode}`
    await sleep(pauseMs * count)
  }
}

/** Git says the same of every object that it misses in one broken pack. */
function inShort(...texts: readonly string[]): string | null {
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '')
  const said = [...new Set(lines)].slice(0, mostSaid)
  return said.length === 0 ? null : said.join('; ')
}
