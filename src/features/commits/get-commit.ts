import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { type ChangedFile, changedFiles, emptyTree } from '../../git/changed-files.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { type OpenRevision, openRevision } from '../contents/open-revision.ts'
import { checkSignatures, type SignatureCheck } from '../signatures/check-signatures.ts'
import { type Commit, readCommit } from './list-commits.ts'

export interface DiffStats {
  readonly additions: number
  readonly deletions: number
  readonly files: number
}

export interface SignedCommit extends Commit {
  /** Null where it is not signed. */
  readonly signature: SignatureCheck | null
}

export interface CommitWithChanges extends SignedCommit {
  readonly stats: DiffStats
  readonly files: readonly ChangedFile[]
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>

/** One commit with what it changed against its first parent. */
export async function getCommit(app: Needs, actor: Actor, ref: RepoRef, text: string): Promise<CommitWithChanges> {
  const { dir, revision } = await openRevision(app, actor, ref, text)
  const commit = await readCommit(app, dir, revision.sha)
  const [files, signature] = await Promise.all([
    changedFiles(app, dir, baseOf(commit), commit.sha),
    signatureOf(app, dir, commit),
  ])
  return { ...commit, files, stats: statsOf(files), signature }
}

/** What it says of itself, for whoever asks for its changes meanwhile. */
export async function readSignedCommit(
  app: Needs,
  { dir, revision }: Pick<OpenRevision, 'dir' | 'revision'>,
): Promise<SignedCommit> {
  const commit = await readCommit(app, dir, revision.sha)
  return { ...commit, signature: await signatureOf(app, dir, commit) }
}

async function signatureOf(app: Needs, dir: RepoDir, { sha, committer }: Commit): Promise<SignatureCheck | null> {
  const signatures = await checkSignatures(app, dir, [{ sha, email: committer.email }])
  return signatures.get(sha) ?? null
}

/** What a commit is shown against: its first parent, or nothing. */
export function baseOf({ parents }: Pick<Commit, 'parents'>): Sha {
  return parents[0] ?? emptyTree
}

export function statsOf(files: readonly ChangedFile[]): DiffStats {
  const sum = (pick: (file: ChangedFile) => number | null): number =>
    files.reduce((total, file) => total + (pick(file) ?? 0), 0)
  return { additions: sum((file) => file.additions), deletions: sum((file) => file.deletions), files: files.length }
}
