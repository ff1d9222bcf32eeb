import { pipeline } from 'node:stream/promises'
import { exitOf, type Git, type GitCall, GitError, type RepoDir, type RunOptions } from './run-git.ts'

const defaultMaxBytes = 16 * 1024 * 1024
const defaultTimeoutMs = 60_000

/** What one git writes, another reads: however much it is, little of it is in memory. Returns what the second says. */
export async function pipeGit(
  git: Git,
  dir: RepoDir,
  [from, to]: readonly [GitCall, GitCall],
  options: Pick<RunOptions, 'input' | 'maxBytes' | 'timeoutMs'> = {},
): Promise<Buffer> {
  const writer = git.spawn(dir, from, ['pipe', 'pipe', 'pipe'])
  const reader = git.spawn(dir, to, ['pipe', 'pipe', 'pipe'])
  const end = (): void => [writer, reader].forEach((child) => child.kill('SIGKILL'))
  const timer = setTimeout(end, options.timeoutMs ?? defaultTimeoutMs)
  try {
    if (writer.stdout === null || reader.stdin === null) throw new Error('git was started without its pipes')
    writer.stdin?.on('error', () => undefined)
    writer.stdin?.end(options.input)
    const [written, read, said, complaint, answer] = await Promise.all([
      exitOf(writer),
      exitOf(reader),
      textOf(writer.stderr),
      textOf(reader.stderr),
      collect(reader.stdout, options.maxBytes ?? defaultMaxBytes, end),
      // One of them ending early breaks the pipe; its exit code says why.
      pipeline(writer.stdout, reader.stdin).catch(() => undefined),
    ])
    if (read !== 0 && complaint !== '') throw new GitError(to, read, complaint)
    if (written !== 0) throw new GitError(from, written, said)
    if (read !== 0) throw new GitError(to, read, complaint)
    return answer
  } finally {
    clearTimeout(timer)
    end()
  }
}

async function textOf(stream: AsyncIterable<Buffer> | null): Promise<string> {
  let text = ''
  for await (const chunk of stream ?? []) if (text.length < 64 * 1024) text += chunk.toString('utf8')
  return text
}

async function collect(stream: AsyncIterable<Buffer> | null, maxBytes: number, tooMuch: () => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream ?? []) {
    size += chunk.length
    if (size > maxBytes) tooMuch()
    else chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
