import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RefName } from '../core/ref-name.ts'
import type { Sha } from '../core/sha.ts'
import { exitOf, type Git, GitError, type RepoDir } from './run-git.ts'

/** It does not outlive the work: nothing of it has to be on disk for certain. */
const inPassing = ['-c', 'core.fsync=none']

const config = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
`

/**
 * The files of one commit in a folder of their own, and just that commit in a repository around them: git works in
 * there, knows where it stands, and cannot reach anything else of ours.
 */
export async function checkOut(
  git: Git,
  dir: RepoDir,
  { commit, ref, folder }: { readonly commit: Sha; readonly ref: RefName; readonly folder: string },
): Promise<void> {
  const inside = join(folder, '.git')
  const isBranch = ref.startsWith('refs/heads/')
  await mkdir(join(inside, 'objects', 'pack'), { recursive: true })
  await mkdir(dirname(join(inside, ref)), { recursive: true })
  await mkdir(join(inside, 'refs', 'heads'), { recursive: true })
  await Promise.all([
    writeFile(join(inside, 'config'), config),
    writeFile(join(inside, 'HEAD'), isBranch ? `ref: ${ref}\n` : `${commit}\n`),
    writeFile(join(inside, ref), `${commit}\n`),
    writeFile(join(inside, 'shallow'), `${commit}\n`),
  ])
  await bringCommit(git, dir, commit, inside)
  const env = { GIT_DIR: inside, GIT_WORK_TREE: folder }
  await git.run(dir, { words: [...inPassing, 'reset', '--hard', '--quiet'], env }, { timeoutMs: 10 * 60_000 })
}

/** One pack with the commit and all of its files, without its history. Deltas that lie ready are taken as they are. */
async function bringCommit(git: Git, dir: RepoDir, commit: Sha, inside: string): Promise<void> {
  const packing = {
    words: ['pack-objects', '--revs', '--stdout', '--delta-base-offset', '--window=0', '--quiet', '--shallow'],
  }
  const unpacking = {
    words: [...inPassing, 'index-pack', '--stdin'],
    env: { GIT_DIR: inside },
  }
  const from = git.spawn(dir, packing, ['pipe', 'pipe', 'ignore'])
  const to = git.spawn(dir, unpacking, ['pipe', 'ignore', 'ignore'])
  const exits = Promise.all([exitOf(from), exitOf(to)])
  from.stdin?.on('error', () => undefined)
  from.stdin?.end(`--shallow ${commit}\n${commit}\n`)
  if (from.stdout !== null && to.stdin !== null) await pipeline(from.stdout, to.stdin).catch(() => undefined)
  const [packed, unpacked] = await exits
  if (packed !== 0) throw new GitError(packing, packed, '')
  if (unpacked !== 0) throw new GitError(unpacking, unpacked, '')
}
