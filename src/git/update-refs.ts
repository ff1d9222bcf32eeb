import { setTimeout as sleep } from 'node:timers/promises'
import { noSha } from '../core/sha.ts'
import { makeRefsLast } from './make-refs-last.ts'
import { manyRefs } from './read-commands.ts'
import type { RefChange } from './receive-pack.ts'
import { type Git, GitError, type RepoDir, type RunOptions } from './run-git.ts'

export type RefUpdate =
  | { readonly moved: true }
  /** Somebody was faster; `inTheWay` is a ref that leaves no room for the name. */
  | { readonly moved: false; readonly inTheWay: string | null }

/** What git says when a ref is not what it was expected to be, or is being changed by somebody else right now. */
const overtaken =
  /but expected|reference already exists|unable to resolve reference|\.lock': File exists|reference is missing/
/**
 * One that came at the same moment has made a file where a folder is needed, or the other way round; a full disk sounds alike.
 * Of several refs some may have moved by then.
 */
const inEachOthersWay =
  /couldn't set '|non-empty directory '|unable to create directory for |\.lock': (?:Not a directory|Is a directory)/
/** Whoever was in the way a moment ago has come through or given up by the next time, and git can say which. */
const pausesMs = [0, 20, 100, 500, 1000]
const blocked = /'(refs\/[^']*)' exists; cannot create|'[^']*' and '(refs\/[^']*)' at the same time/

/** Ten thousand refs are ten thousand files. */
const patienceMs = 10 * 60_000

/**
 * Moves refs, all or none, each only from where the caller saw it. Nothing has moved before the last line has been read:
 * a git whose input breaks off gives up. Git waits for the disk once for each ref; of many, we have it wait once for all.
 */
export async function updateRefs(
  git: Git,
  dir: RepoDir,
  changes: readonly RefChange[],
  options: Pick<RunOptions, 'started'> = {},
): Promise<RefUpdate> {
  for (let tried = 0; ; tried++) {
    try {
      return await updateRefsOnce(git, dir, changes, options)
    } catch (error) {
      const isAlone = changes.length === 1 && error instanceof GitError && inEachOthersWay.test(error.stderr)
      const pauseMs = pausesMs[tried]
      if (!isAlone || pauseMs === undefined) throw error
      await sleep(pauseMs)
    }
  }
}

async function updateRefsOnce(
  git: Git,
  dir: RepoDir,
  changes: readonly RefChange[],
  { started }: Pick<RunOptions, 'started'>,
): Promise<RefUpdate> {
  const input = ['start', ...changes.map(lineOf), 'prepare', 'commit', ''].join('\n')
  // What deletes writes the file of all packed refs anew, which must never be a moment's without the disk.
  const atOnce = changes.length >= manyRefs && changes.every(({ after }) => after !== noSha)
  const words = [...(atOnce ? ['-c', 'core.fsync=none'] : []), 'update-ref', '--stdin', '--no-deref']
  const { exitCode, stderr } = await git.try(dir, { words }, { input, timeoutMs: patienceMs, started })
  if (exitCode === 0) {
    if (atOnce)
      await makeRefsLast(
        git,
        dir,
        changes.map(({ ref }) => ref),
      )
    return { moved: true }
  }
  const block = blocked.exec(stderr)
  if (block !== null) return { moved: false, inTheWay: block[1] ?? block[2] ?? null }
  if (overtaken.test(stderr)) return { moved: false, inTheWay: null }
  throw new GitError({ words: ['update-ref'] }, exitCode, stderr)
}

function lineOf({ ref, before, after }: RefChange): string {
  if (after === noSha) return `delete ${ref} ${before}`
  return before === noSha ? `create ${ref} ${after}` : `update ${ref} ${after} ${before}`
}
