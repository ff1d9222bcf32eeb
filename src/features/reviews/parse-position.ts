import type { App } from '../../app.ts'
import { hasNul } from '../../core/decode-text.ts'
import { invalidField } from '../../core/errors.ts'
import { parseSha, type Sha } from '../../core/sha.ts'
import { changedFiles } from '../../git/changed-files.ts'
import { findBlob } from '../../git/find-blob.ts'
import { findDivergence } from '../../git/merge-base.ts'
import { largestRead } from '../../git/object-store.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { Pull } from '../pulls/pull.ts'
import { listVersions } from '../pulls/read-versions.ts'
import type { Position, Side } from './pull-comment.ts'

export interface PositionInput {
  readonly path: string
  readonly line?: number | undefined
  readonly startLine?: number | undefined
  /** `new` unless said otherwise. */
  readonly side?: Side | undefined
  /** The head unless said otherwise. */
  readonly commitSha?: string | undefined
}

type Needs = Pick<App, 'db' | 'git' | 'history' | 'kept' | 'objects'>

/** Lines that are there, in a file that the pull request changes. */
export async function parsePosition(app: Needs, dir: RepoDir, pull: Pull, input: PositionInput): Promise<Position> {
  const { path, side = 'new' } = input
  if (input.line === undefined) throw invalidField('line', 'required', 'is required for a comment on a file')
  const commitSha = await requireOffered(app, dir, pull, input.commitSha)
  const { mergeBase } = await findDivergence(app, dir, pull.targetSha, commitSha)
  // Of a commit that the target has by now, what it was offered against is what the pull request began with.
  const baseSha = mergeBase === null || mergeBase === commitSha ? (pull.mergeBase ?? pull.targetSha) : mergeBase
  const files = await changedFiles(app, dir, baseSha, commitSha)
  const file = files.find((one) => one.path === path || (side === 'old' && one.oldPath === path))
  if (file === undefined) throw invalidField('path', 'unknown', 'is not a file that this pull request changes')
  const where = side === 'new' ? { commit: commitSha, path: file.path } : { commit: baseSha, path: file.oldPath }
  const lines = await countLines(app, dir, where.commit, where.path)
  const startLine = input.startLine === undefined || input.startLine === input.line ? null : input.startLine
  requireLine('line', input.line, lines)
  if (startLine !== null) requireLine('start_line', startLine, input.line)
  return { path: file.path, side, line: input.line, startLine, commitSha, baseSha }
}

function requireLine(field: string, line: number, last: number): void {
  if (line < 1 || line > last) throw invalidField(field, 'range', `must be a line of the file, between 1 and ${last}`)
}

/** A commit of the pull request: the head of one of its versions, or one on the way to it. */
async function requireOffered(app: Needs, dir: RepoDir, pull: Pull, text: string | undefined): Promise<Sha> {
  if (text === undefined || text.toLowerCase() === pull.headSha) return pull.headSha
  const sha = parseSha(text.toLowerCase())
  const unknown = invalidField('commit_sha', 'unknown', 'is not a commit of this pull request')
  if (sha === null) throw unknown
  const versions = await listVersions(app.db, pull.id)
  if (versions.some(({ headSha }) => headSha === sha)) return sha
  const isOurs = (await app.objects.info(dir, sha))?.type === 'commit'
  if (!isOurs || !(await app.history.isAncestor(dir, sha, pull.headSha))) throw unknown
  if (await app.history.isAncestor(dir, sha, pull.mergeBase ?? pull.targetSha)) throw unknown
  return sha
}

/** 0 for a file that is not there, or that has no lines to speak of. */
async function countLines(app: Needs, dir: RepoDir, commit: Sha, path: string): Promise<number> {
  const sha = await findBlob(app.objects, dir, commit, path)
  const info = sha === null ? null : await app.objects.info(dir, sha)
  if (sha === null || info === null || info.size > largestRead) return 0
  const data = (await app.objects.read(dir, sha))?.data ?? Buffer.alloc(0)
  if (data.length === 0 || hasNul(data)) return 0
  let lines = data.at(-1) === 0x0a ? 0 : 1
  for (let at = data.indexOf(0x0a); at !== -1; at = data.indexOf(0x0a, at + 1)) lines++
  return lines
}
