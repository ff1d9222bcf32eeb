import type { RepoPath } from '../core/repo-path.ts'
import { requireSha, type Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Lines next to each other that came with the same commit. */
export interface BlameRange {
  readonly commit: Sha
  /** Where they stood in that commit, under the name that the file had then. */
  readonly path: string
  /** The first of them, counted in that commit. */
  readonly lineThen: number
  /** What the file was in before: the commit, and its name there. Null where the file begins. */
  readonly previous: { readonly commit: Sha; readonly path: string } | null
  readonly firstLine: number
  readonly lineCount: number
}

export interface LineSpan {
  readonly first: number
  readonly last: number
}

export interface Blame {
  readonly ranges: readonly BlameRange[]
}

const mostBytes = 16 * 1024 * 1024
const patience = 15_000

/** Which commit each line of a file came with. Null when that takes longer than anybody wants to wait. */
export async function readBlame(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  commit: Sha,
  { path, lines }: { readonly path: RepoPath; readonly lines?: LineSpan | undefined },
): Promise<Blame | null> {
  const { blame } = await parts.kept.of(
    dir,
    ['blame', commit, path, lines?.first ?? 0, lines?.last ?? 0],
    sizeOf,
    async () => {
      // Incremental output has one entry a range and no text of the file.
      // It does not know --end-of-options; the id of a commit cannot be taken for an option.
      const span = lines === undefined ? [] : ['-L', `${lines.first},${lines.last}`]
      const call = { words: ['blame', '--incremental', ...span, commit], paths: [path] }
      const { exitCode, stdout } = await parts.git.try(dir, call, { maxBytes: mostBytes, timeoutMs: patience })
      return { blame: exitCode === 0 ? { ranges: parse(stdout.toString('utf8')) } : null }
    },
  )
  return blame
}

function sizeOf({ blame }: { readonly blame: Blame | null }): number {
  return (blame?.ranges.length ?? 0) * 150
}

/**
 * `<id> <line then> <line now> <count>`, headers, and at last `filename <path>`. Ranges come in any order, and a commit
 * says what was before it only the first time.
 */
function parse(text: string): readonly BlameRange[] {
  const ranges: BlameRange[] = []
  const before = new Map<Sha, BlameRange['previous']>()
  let open: Omit<BlameRange, 'path' | 'previous'> | null = null
  for (const line of text.split('\n')) {
    const start = /^([0-9a-f]{40}) (\d+) (\d+) (\d+)$/.exec(line)
    const previous = /^previous ([0-9a-f]{40}) (.*)$/.exec(line)
    if (start !== null) {
      const commit = requireSha(start[1] ?? '')
      const [lineThen, firstLine, lineCount] = [Number(start[2]), Number(start[3]), Number(start[4])]
      open = { commit, lineThen, firstLine, lineCount }
    } else if (previous !== null && open !== null) {
      before.set(open.commit, { commit: requireSha(previous[1] ?? ''), path: previous[2] ?? '' })
    } else if (line.startsWith('filename ') && open !== null) {
      ranges.push({ ...open, path: line.slice('filename '.length), previous: before.get(open.commit) ?? null })
      open = null
    }
  }
  return ranges.toSorted((a, b) => a.firstLine - b.firstLine)
}
