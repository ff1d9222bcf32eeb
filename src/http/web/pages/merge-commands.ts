import type { Pull } from '../../../features/pulls/pull.ts'
import type { CloneUrls } from '../clone-urls.ts'

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

/** What brings a pull request into a clone of the repository, also one of a fork that is gone, on a branch of its own. */
export function checkOutCommands({ number }: Pull, { https, ssh }: CloneUrls): CloneUrls {
  const from = (url: string): string =>
    `git fetch ${url} refs/pull/${number}/head && git switch -c pull-${number} FETCH_HEAD`
  return { https: from(https), ssh: ssh && from(ssh) }
}

/** A branch may be called almost anything: it is one word to a shell, and no option to git. */
function quoted(name: string): string {
  return /^[\w/.@+][\w/.@+-]*$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`
}
