import type { Git, RepoDir } from './run-git.ts'

/** Paths of one call: what git answers stays small. */
const atOnce = 5000
const longestAnswer = 64 * 1024 * 1024

interface Folder {
  /** With the files of a commit and a `.git` of its own, as `checkOut` leaves it. */
  readonly folder: string
  readonly filter: string
}

/** Which of some files git would hand to a filter, by the `.gitattributes` beside them. */
export async function filesWithFilter(
  git: Git,
  dir: RepoDir,
  { folder, filter }: Folder,
  paths: readonly string[],
): Promise<readonly string[]> {
  const env = { GIT_DIR: `${folder}/.git`, GIT_WORK_TREE: folder }
  const call = { words: ['-C', folder, 'check-attr', '-z', '--stdin', 'filter'], env, mostSeconds: 60 }
  const found: string[] = []
  for (let first = 0; first < paths.length; first += atOnce) {
    const input = paths
      .slice(first, first + atOnce)
      .map((path) => `${path}\0`)
      .join('')
    const answer = (await git.run(dir, call, { input, maxBytes: longestAnswer })).toString('utf8').split('\0')
    // path, attribute, value
    for (let at = 0; at + 2 < answer.length; at += 3) if (answer[at + 2] === filter) found.push(answer[at] ?? '')
  }
  return found
}

/** Git takes their contents for those of the commit, whatever is there. */
export async function takeAsUnchanged(git: Git, dir: RepoDir, folder: string, paths: readonly string[]): Promise<void> {
  const env = { GIT_DIR: `${folder}/.git`, GIT_WORK_TREE: folder }
  const words = ['-c', 'core.fsync=none', '-C', folder, 'update-index', '--assume-unchanged', '-z', '--stdin']
  await git.run(dir, { words, env }, { input: paths.map((path) => `${path}\0`).join('') })
}
