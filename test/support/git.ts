// Real git, as a person has it on their machine, without anything of this machine's configuration.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ended, runApart } from './run-apart.ts'
import type { TestStithy } from './stithy.ts'

const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  // Without the sample hooks, which would be copied into every work tree.
  GIT_TEMPLATE_DIR: '',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
}

export type GitResult = Ended

/** Runs git and says how it ended, whichever way. */
export function tryGit(cwd: string, ...args: readonly string[]): Promise<GitResult> {
  return runApart({ program: 'git', args, cwd, env })
}

export async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await tryGit(cwd, ...args)
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${code}\n${stderr}`)
  return stdout.trim()
}

export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'stithy-git-'))
}

/** A branch and a tag of each kind, pushed with a token over HTTP. Returns the work tree. */
export async function pushSomething(stithy: TestStithy, token: string, repo: string): Promise<string> {
  const folder = await newFolder()
  await git(folder, 'init', '-q', '-b', 'main')
  await git(folder, 'commit', '-q', '--allow-empty', '-m', 'Begin')
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'README.md'), '# Something\n')
  await writeFile(join(folder, 'src/a.ts'), 'export const a = 1\n')
  await git(folder, 'add', '.')
  await git(folder, 'commit', '-qm', 'Write')
  await git(folder, 'tag', 'light')
  await git(folder, 'tag', '-a', '-m', 'Weighed', 'heavy')
  await git(folder, 'push', '-q', addressOf(stithy, token, repo), 'main', 'light', 'heavy')
  return folder
}

export function addressOf(stithy: TestStithy, token: string, repo: string): string {
  return `http://x:${token}@${new URL(stithy.url).host}/${repo}`
}
