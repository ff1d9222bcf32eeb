import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import { findBlob } from '../../git/find-blob.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { Position } from './pull-comment.ts'

/** A line of a suggested change, as a patch has it. */
export interface SuggestedLine {
  readonly kind: 'context' | 'remove' | 'add'
  readonly text: string
}

const mostLines = 500
const largest = 1024 * 1024

type Needs = Pick<App, 'kept' | 'objects'>

/** What a suggestion would change about the lines that it was made for; null where they cannot be shown. */
export async function viewSuggestion(
  app: Needs,
  dir: RepoDir,
  { path, side, line, startLine, commitSha }: Position,
  suggestion: string,
): Promise<readonly SuggestedLine[] | null> {
  const first = startLine ?? line
  if (side !== 'new' || line - first >= mostLines) return null
  const old = await readLines(app, dir, { commitSha, path, first, last: line })
  const now = suggestion === '' ? [] : suggestion.replace(/\n$/, '').split('\n')
  return old === null || now.length > mostLines ? null : compareLines(old, now)
}

interface Lines {
  readonly commitSha: Sha
  readonly path: string
  readonly first: number
  readonly last: number
}

async function readLines(app: Needs, dir: RepoDir, wanted: Lines): Promise<readonly string[] | null> {
  const { commitSha, path, first, last } = wanted
  const { lines } = await app.kept.of(dir, ['lines', commitSha, path, first, last], sizeOf, async () => {
    const sha = await findBlob(app.objects, dir, commitSha, path)
    const info = sha === null ? null : await app.objects.info(dir, sha)
    if (sha === null || info === null || info.size > largest) return { lines: null }
    const text = (await app.objects.read(dir, sha))?.data.toString('utf8') ?? ''
    const all = text.split('\n').slice(first - 1, last)
    return { lines: all.map((one) => one.replace(/\r$/, '')) }
  })
  return lines
}

function sizeOf({ lines }: { readonly lines: readonly string[] | null }): number {
  return lines?.reduce((sum, one) => sum + one.length + 20, 0) ?? 20
}

/** What is the same at both ends stays; what lies between goes and comes. */
function compareLines(old: readonly string[], now: readonly string[]): readonly SuggestedLine[] {
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const as = (kind: SuggestedLine['kind'], lines: readonly string[]) => lines.map((text) => ({ kind, text }))
  return [
    ...as('context', old.slice(0, head)),
    ...as('remove', old.slice(head, old.length - tail)),
    ...as('add', now.slice(head, now.length - tail)),
    ...as('context', old.slice(old.length - tail)),
  ]
}
