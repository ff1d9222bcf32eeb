import type { Pull } from '../../../features/pulls/pull.ts'

/** What brings the target into the branch, typed in a clone of where the branch is. `from` is the target's address. */
export function mergeCommands({ sourceBranch, targetBranch }: Pull, from: string): string {
  return [
    `git switch ${quoted(sourceBranch)}`,
    `git fetch ${from} ${quoted(targetBranch)}`,
    'git merge FETCH_HEAD',
    '# Resolve the conflicts in the files, then:',
    'git add --all',
    'git commit',
    'git push',
  ].join('\n')
}

/** A branch may be called almost anything: it is one word to a shell, and no option to git. */
function quoted(name: string): string {
  return /^[\w/.@+][\w/.@+-]*$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`
}
