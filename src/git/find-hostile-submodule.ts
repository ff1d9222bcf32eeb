import type { Git, RepoDir } from './run-git.ts'

const control = /\p{Cc}/u

/**
 * Whether a .gitmodules could say something with a control character: one is in it, or is spelled \n, \t or \b. Most
 * have neither and need no git to read them. A line may end in CR LF.
 */
export function isSuspicious(content: Buffer): boolean {
  return /\r(?!\n)|[^\P{Cc}\r\n\t]|\\[ntb]/u.test(content.toString('utf8'))
}

/**
 * A .gitmodules whose path, address or name holds a control character: a git that writes it into its own configuration
 * reads something else back. Git itself reads the file, so that nothing can mean one thing to us and another to it.
 */
export async function findHostileSubmodule(git: Git, dir: RepoDir, content: Buffer): Promise<string | null> {
  if (!isSuspicious(content)) return null
  const call = { words: ['config', '--file', '-', '-z', '--get-regexp', '^submodule\\.'] }
  const { stdout } = await git.try(dir, call, { input: content })
  for (const setting of stdout.toString('utf8').split('\0')) {
    const end = setting.indexOf('\n')
    const [key, value] = end === -1 ? [setting, ''] : [setting.slice(0, end), setting.slice(end + 1)]
    if (control.test(key) || (/\.(path|url)$/.test(key) && control.test(value))) {
      return 'A submodule in .gitmodules has a control character in its path, address or name'
    }
  }
  return null
}
