import type { RepoPath } from '../core/repo-path.ts'
import type { Sha } from '../core/sha.ts'
import type { Git, RepoDir } from './run-git.ts'

export interface TextQuestion {
  /** One line, taken literally. */
  readonly text: string
  readonly matchCase: boolean
  /** Only in this folder or file; '' for everywhere, null for nowhere. */
  readonly path: RepoPath | null
}

export interface FoundLine {
  readonly line: number
  readonly text: string
}

export interface FoundFile {
  readonly path: string
  readonly lines: readonly FoundLine[]
}

export interface FoundText {
  readonly files: readonly FoundFile[]
  /** Not everything was looked at: there was too much of it, or it took too long. */
  readonly isPartial: boolean
}

const mostBytes = 512 * 1024
/** A few of each file show what it is about, and leave room for the others. */
const linesAFile = 10
const longestLine = 4000

/** Which lines of a commit hold a text. Nobody waits longer than `timeoutMs`: what was found by then is told. */
export async function searchText(
  git: Git,
  dir: RepoDir,
  commit: Sha,
  { timeoutMs, ...question }: TextQuestion & { readonly timeoutMs: number },
): Promise<FoundText> {
  if (question.path === null) return { files: [], isPartial: false }
  // The text comes as input, never as a word. Grep does not know --end-of-options; an id cannot be taken for an option.
  const options = ['-z', '-n', '-I', '-F', '-m', String(linesAFile), ...(question.matchCase ? [] : ['-i'])]
  const words = ['-c', 'grep.threads=1', 'grep', ...options, '-f', '-', commit]
  const paths = question.path === '' ? {} : { paths: [question.path] }
  const input = `${question.text}\n`
  const began = performance.now()
  const { exitCode, stdout } = await git.try(
    dir,
    { words, ...paths },
    { input, timeoutMs, maxBytes: mostBytes, cut: true },
  )
  // One: nothing was found. Everything else but success is a git that was stopped.
  const isPartial = exitCode > 1 || performance.now() - began > timeoutMs
  return { files: parse(stdout.toString('utf8'), commit), isPartial }
}

/** `<commit>:<path> NUL <line> NUL <text>` */
function parse(output: string, commit: Sha): readonly FoundFile[] {
  const files = new Map<string, FoundLine[]>()
  const whole = output.endsWith('\n') ? output : output.slice(0, output.lastIndexOf('\n') + 1)
  for (const row of whole.split('\n')) {
    const [name, line, ...text] = row.split('\0')
    if (name === undefined || line === undefined || !name.startsWith(`${commit}:`)) continue
    const path = name.slice(commit.length + 1)
    const lines = files.get(path) ?? []
    files.set(path, lines)
    lines.push({ line: Number(line), text: text.join(' ').slice(0, longestLine) })
  }
  return [...files].map(([path, lines]) => ({ path, lines }))
}
