import { setImmediate as othersTurn } from 'node:timers/promises'
import { Fault } from '../core/errors.ts'
import { requireSha, type Sha } from '../core/sha.ts'
import { changedPaths } from './changed-paths.ts'
import type { Kept } from './kept.ts'
import { type Git, GitError, type RepoDir } from './run-git.ts'
import { gaveUp } from './too-large.ts'

export type ChangeKind = 'added' | 'deleted' | 'modified' | 'renamed' | 'copied' | 'type-changed'

/** How a file has changed, as long as nobody has counted its lines. */
export interface ChangedEntry {
  readonly kind: ChangeKind
  readonly path: string
  /** Where it was before; the same as `path` unless it was renamed or copied. */
  readonly oldPath: string
  readonly oldSha: Sha
  readonly newSha: Sha
  readonly oldMode: string
  readonly newMode: string
}

export interface ChangedFile extends ChangedEntry {
  /** Null where lines mean nothing: a binary file. */
  readonly additions: number | null
  readonly deletions: number | null
}

/** What a first commit is compared with. Git knows this tree even where no repository holds it. */
export const emptyTree = requireSha('4b825dc642cb6eb9a060e54bf8d69288fbee4904')

const kinds: Readonly<Record<string, ChangeKind>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
}

const patienceMs = 30_000

/** Which files differ between two commits or trees, with renames found and lines counted. */
export function changedFiles(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  from: Sha,
  to: Sha,
): Promise<readonly ChangedFile[]> {
  const known = parts.kept.find<WholeDiff>(dir, ['diff', from, to])
  if (known !== null) return known.then(({ files }) => files ?? listChanged(parts, dir, from, to))
  return listChanged(parts, dir, from, to)
}

/** What `readDiff` finds out; null what was too much. */
export interface WholeDiff {
  readonly files: readonly ChangedFile[] | null
  readonly sections: readonly string[] | null
}

/** The same from a git of its own. */
export function listChanged(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  from: Sha,
  to: Sha,
): Promise<readonly ChangedFile[]> {
  const words = ['diff-tree', '-r', '-z', '--find-renames', '--raw', '--numstat', '--no-abbrev', '--no-ext-diff']
  const sizeOf = (files: readonly ChangedFile[]): number => files.length * 300
  return parts.kept.of(dir, ['changed', from, to], sizeOf, async () => {
    // Names alone first: where there is no end to them, nobody begins to read what the files hold.
    if ((await changedPaths(parts.git, dir, from, to)) === null) throw tooManyFiles()
    const call = { words, revs: [from, to] }
    const { exitCode, stdout, stderr } = await parts.git.try(dir, call, { timeoutMs: patienceMs })
    if (exitCode === 0) return parseChanged(stdout.toString('utf8').split('\0'))
    if (!gaveUp({ stderr })) throw new GitError(call, exitCode, stderr)
    throw tooManyFiles()
  })
}

function tooManyFiles(): Fault {
  return new Fault('too-large', 'These differ in more files than can be compared', { code: 'DIFF_TOO_LARGE' })
}

interface ParsedEntries {
  readonly entries: readonly ChangedEntry[]
  /** How many fields they took. */
  readonly taken: number
}

/** So many, and others have their turn. */
const atOnce = 2000

/** With `-z`: `:mode mode id id kind`, path, (path). */
export async function parseEntries(fields: readonly string[]): Promise<ParsedEntries> {
  const entries: ChangedEntry[] = []
  let at = 0
  for (let entry = fields[at]; entry?.startsWith(':') === true; entry = fields[at]) {
    const [oldMode = '', newMode = '', oldSha = '', newSha = '', letter = ''] = entry.slice(1).split(' ')
    const kind = kinds[letter.charAt(0)] ?? 'modified'
    const oldPath = fields[at + 1] ?? ''
    const moved = kind === 'renamed' || kind === 'copied'
    const path = moved ? (fields[at + 2] ?? '') : oldPath
    at += moved ? 3 : 2
    entries.push({ kind, path, oldPath, oldMode, newMode, oldSha: requireSha(oldSha), newSha: requireSha(newSha) })
    if (entries.length % atOnce === 0) await othersTurn()
  }
  return { entries, taken: at }
}

/** Behind the entries their counts, in the same order. */
async function parseChanged(fields: readonly string[]): Promise<readonly ChangedFile[]> {
  const { entries, taken } = await parseEntries(fields)
  let at = taken
  const counted: ChangedFile[] = []
  for (const entry of entries) {
    const [additions = '-', deletions = '-', path = ''] = (fields[at] ?? '').split('\t')
    at += path === '' ? 3 : 1
    counted.push({ ...entry, additions: count(additions), deletions: count(deletions) })
    if (counted.length % atOnce === 0) await othersTurn()
  }
  return counted
}

function count(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null
}
