import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pour, type Watched } from './pour.ts'
import { endGit, exitOf, type Git, type GitCall, type RepoDir } from './run-git.ts'

export interface UploadOptions extends Watched {
  readonly git: Git
  readonly dir: RepoDir
  readonly protocol: string
  readonly stateless: boolean
  /** What is asked: as it comes, or where it is short and all there. */
  readonly input: Readable | Buffer
  readonly output: Writable
  /** Whoever asks lacks little: git then goes through that, and not through its index of all that is reachable. */
  readonly isNear?: boolean
}

const settings = [
  'transfer.hideRefs=refs/stithy',
  'uploadpack.allowReachableSHA1InWant=true',
  'pack.threads=2',
  // Filters whose cost is up to whoever pushed: each pattern of a file there is held against each path, and folders that
  // lie within one another are gone through again for every depth at which they are found. A few make hours of work.
  'uploadpackfilter.sparse:oid.allow=false',
  'uploadpackfilter.tree.maxDepth=10',
]

/**
 * Runs git-upload-pack between a client and a repository, streaming both ways. A client that hangs up ends it. Returns
 * git's exit code; when it is not 0, what went wrong is part of what was sent.
 */
export async function uploadPack(options: UploadOptions): Promise<number> {
  const { git, dir, input, output } = options
  const told = input instanceof Buffer ? { input } : {}
  const child = git.spawn(dir, callOf(options), ['pipe', 'pipe', 'ignore'], told)
  const { stdin, stdout } = child
  if (stdout === null) throw new Error('git was started without its pipes')
  const ended = exitOf(child)
  try {
    // A client may close its side as soon as it has what it wants: not an error of ours.
    const fed = input instanceof Buffer || stdin === null ? null : pipeline(input, stdin).catch(() => undefined)
    await pour(stdout, output, options)
    await fed
    return await ended
  } finally {
    endGit(child)
  }
}

/** The same for a question that is known as a whole; git writes the answer to a file by itself. */
export async function uploadPackToFile(
  options: Pick<UploadOptions, 'git' | 'dir' | 'protocol'>,
  question: Buffer,
  file: string,
  signal: AbortSignal,
): Promise<number> {
  // Everybody who wanted it has left while it waited for its turn.
  signal.throwIfAborted()
  const call = callOf({ ...options, stateless: true })
  const child = options.git.spawn(options.dir, call, ['pipe', { file }, 'ignore'], { input: question })
  const stop = (): void => endGit(child)
  signal.addEventListener('abort', stop)
  try {
    return await exitOf(child)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

type Asked = Pick<UploadOptions, 'dir' | 'protocol' | 'stateless' | 'isNear'>

function callOf({ dir, protocol, stateless, isNear = false }: Asked): GitCall {
  const words = [
    ...[...settings, ...(isNear ? ['pack.useBitmaps=false'] : [])].flatMap((setting) => ['-c', setting]),
    'upload-pack',
    '--strict',
    ...(stateless ? ['--stateless-rpc'] : []),
    dir,
  ]
  return { words, env: { GIT_PROTOCOL: protocol } }
}

/** The refs, as the first request of an HTTP client asks for them. */
export function advertiseRefs(
  options: Pick<UploadOptions, 'git' | 'dir' | 'protocol'>,
  service: 'upload-pack' | 'receive-pack',
): Promise<Buffer> {
  const hidden =
    service === 'receive-pack' ? ['-c', 'transfer.hideRefs=refs/pull', '-c', 'receive.advertisePushOptions=true'] : []
  const words = [
    ...settings.flatMap((setting) => ['-c', setting]),
    ...hidden,
    service,
    '--stateless-rpc',
    '--advertise-refs',
    options.dir,
  ]
  return options.git.run(options.dir, { words, env: { GIT_PROTOCOL: options.protocol } })
}
