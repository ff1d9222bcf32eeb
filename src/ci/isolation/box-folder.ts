import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../../core/errors.ts'
import { type Argv, runProgram } from './start-program.ts'

type Env = Readonly<Record<string, string>>

/** What a box keeps on this machine while it lives, beside the workspace. */
export interface BoxFolder {
  readonly path: string
  readonly home: string
  readonly tmp: string
  /** Resolved: nothing that is mounted follows a link. */
  readonly workspace: string
  /** Who the job is to the machine. */
  readonly owner: number
}

/** Root's jobs get a number that nobody has; others cannot give their files away, and are kept apart by a namespace. */
function ownerFor(label: string): number {
  const own = process.getuid?.() ?? 0
  return own === 0 ? 2_000_000 + (createHash('sha256').update(label).digest().readUInt32BE(0) % 90_000) : own
}

export async function makeBoxFolder(
  folder: string,
  request: { label: string; workspace: string },
  env: Env,
): Promise<BoxFolder> {
  if (!/^[a-z0-9][a-z0-9-]{0,80}$/.test(request.label)) throw new Error(`Not a label: ${request.label}`)
  const path = join(folder, request.label)
  const box = { path, home: join(path, 'home'), tmp: join(path, 'tmp') }
  const workspace = await realpath(request.workspace)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Fails if it is there: two boxes never share a label.
  await mkdir(path, { mode: 0o711 })
  await Promise.all([mkdir(box.home, { mode: 0o700 }), mkdir(box.tmp, { mode: 0o1777 })])
  await Promise.all([chmod(path, 0o711), chmod(box.tmp, 0o1777)])
  const owner = ownerFor(request.label)
  try {
    await takeOver([workspace, box.home, box.tmp], owner, env)
  } catch (error) {
    await removeTree(path, env)
    throw error
  }
  return { ...box, workspace, owner }
}

/** Which control groups belong to it, written down before they are made. */
export async function noteCgroups(box: BoxFolder, folders: readonly string[]): Promise<void> {
  await writeFile(join(box.path, 'cgroups'), folders.join('\n'))
}

export async function notedCgroups(path: string): Promise<string[]> {
  const text = await readFile(join(path, 'cgroups'), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '')
}

async function takeOver(folders: readonly string[], owner: number, env: Env): Promise<void> {
  const [workspace = ''] = folders
  if ((await readdir(workspace)).length > 0) await requireNoLinks(workspace, env)
  // We write for ourselves alone; what a job packs has to be as readable as what git checks out elsewhere.
  await requireDone(['chmod', '-R', 'u+rwX,go+rX', '--', workspace], env)
  if (process.getuid?.() !== 0) return
  await requireDone(['chown', '-R', '-h', `${owner}:${owner}`, '--', ...folders], env)
}

async function requireDone(argv: Argv, env: Env): Promise<void> {
  const { code, stderr } = await runProgram(argv, { env, timeoutMs: 120_000 })
  if (code !== 0) throw unusable(stderr)
}

/** A file that has another name elsewhere would let the job write to it there: an object of a repository, say. */
async function requireNoLinks(workspace: string, env: Env): Promise<void> {
  const words = ['-xdev', '-type', 'f', '-links', '+1', '-print', '-quit'] as const
  const { code, stdout, stderr } = await runProgram(['find', workspace, ...words], { env, timeoutMs: 120_000 })
  if (code !== 0) throw unusable(stderr)
  if (stdout !== '') throw unusable(`${stdout.trim()} is a hard link`)
}

function unusable(why: string): Fault {
  return new Fault('internal', `The workspace cannot be handed to a job: ${why.trim()}`, {
    code: 'CI_WORKSPACE_UNUSABLE',
  })
}

/**
 * Removes what a job has written, whatever it has thought of: paths longer than the kernel takes in one piece, folders
 * that it has shut. Links are removed, never followed.
 */
export async function removeTree(path: string, env: Env): Promise<void> {
  for (const before of [null, ['chmod', '-R', 'u+rwX', '--', path]] as const) {
    if (before !== null) await runProgram(before, { env, timeoutMs: 300_000 })
    await runProgram(['rm', '-rf', '--', path], { env, timeoutMs: 300_000 })
    if ((await lstat(path).catch(() => null)) === null) return
  }
  throw new Fault('internal', `Could not remove ${path}`, { code: 'CI_FOLDER_NOT_REMOVED' })
}
