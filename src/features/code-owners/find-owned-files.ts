import type { App } from '../../app.ts'
import { Pace } from '../../core/pace.ts'
import type { Sha } from '../../core/sha.ts'
import { pathsBetween } from '../../git/paths-between.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { Demand } from './code-owner-rules.ts'
import { longestPath, type OwnerNames } from './owner-patterns.ts'
import { readOwnerRules } from './read-owner-rules.ts'

/** Changed files that have the same owners. */
export interface OwnedFiles {
  /** As the file names them, without the sign. */
  readonly owners: OwnerNames
  /** How many of them have to approve. */
  readonly approvals: number
  readonly count: number
  /** Some of them. */
  readonly paths: readonly string[]
}

/** Where nobody can tell, why. */
export type Ownership = { readonly files: readonly OwnedFiles[] } | { readonly unknown: string }

const patienceMs = 5000
const mostGlobs = 1000
const mostFiles = 20_000
const mostNames = 1000
const mostShown = 3

/**
 * Whose files are changed between two commits, by the CODEOWNERS file of a third. Other than for a suggestion nobody may be
 * missed: what is too much to be looked at as a whole is unknown.
 */
export async function findOwnedFiles(
  app: Pick<App, 'git' | 'kept' | 'objects'>,
  dir: RepoDir,
  { target, base, head }: { readonly target: Sha; readonly base: Sha; readonly head: Sha },
): Promise<Ownership> {
  try {
    return await app.kept.of(dir, ['owned', target, base, head], sizeOf, async () => {
      const pace = new Pace(patienceMs)
      const rules = await readOwnerRules(app, dir, target, { pace, mostGlobs })
      if (rules === null) return { files: [] }
      if (rules === 'late') throw new Late()
      if (rules === 'too-large') return { unknown: 'CODEOWNERS is larger than 1 MiB' }
      if (rules.flaw !== null) return { unknown: rules.flaw }
      const paths = await pathsBetween(app, dir, base, head)
      if (paths === null || paths.length > mostFiles) return { unknown: 'too many files are changed' }
      if (paths.some((path) => path.length > longestPath)) return { unknown: 'the path of a changed file is too long' }
      const files: Found = new Map()
      for (const path of paths.toSorted()) {
        add(files, rules.demandsOf(path), path)
        if (await pace.isOver()) throw new Late()
      }
      const names = new Set([...files.values()].flatMap(({ owners }) => owners))
      return names.size > mostNames ? { unknown: 'too many owners are named' } : { files: [...files.values()] }
    })
  } catch (error) {
    if (!(error instanceof Late)) throw error
    return { unknown: 'it takes too long' }
  }
}

/** That it took long this time is not kept: it may be quicker the next time. */
class Late extends Error {}

type Found = Map<string, OwnedFiles & { count: number; paths: string[] }>

function add(files: Found, demands: readonly Demand[], path: string): void {
  const needed = demands.filter(({ isOptional }) => !isOptional)
  // Two sections may ask the same of the same people.
  const byKey = new Map(needed.map((one) => [`${one.approvals} ${one.owners.join(' ')}`, one]))
  for (const [key, { owners, approvals }] of byKey) {
    const same = files.get(key) ?? { owners, approvals, count: 0, paths: [] }
    same.count++
    if (same.paths.length < mostShown) same.paths.push(path)
    files.set(key, same)
  }
}

function sizeOf(found: Ownership): number {
  if (!('files' in found)) return 200
  return found.files.reduce((sum, { owners, paths }) => sum + 200 + 2 * [...owners, ...paths].join('').length, 200)
}
