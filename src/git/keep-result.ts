import { keepObjects } from './keep-objects.ts'
import type { Made, MadeCommit } from './made.ts'
import { type Git, GitError } from './run-git.ts'
import type { Scratch } from './scratch.ts'

/** Writes what was made, durably. Two sides that are harmless alone can make a file together that is not. */
export async function keepResult(git: Git, scratch: Scratch, commits: readonly MadeCommit[]): Promise<Made> {
  const head = commits.at(-1)?.sha
  if (head === undefined) return { kind: 'nothing' }
  try {
    await keepObjects(
      git,
      scratch,
      commits.map(({ sha }) => sha),
    )
  } catch (error) {
    const why = error instanceof GitError ? /error: object \w+: (\w+: [^\n]*)/.exec(error.stderr)?.[1] : undefined
    if (why === undefined) throw error
    return { kind: 'refused', why }
  }
  return { kind: 'made', head, commits }
}
