import { type MatchWork, matchesPattern } from '../core/match-pattern.ts'
import type { Conditions, PipelineEvent } from './plan.ts'

export interface Happening {
  readonly event: PipelineEvent
  /** Of a pull request: where it is to be merged. Null where there is none, as with a tag. */
  readonly branch: string | null
  readonly tag: string | null
  /** Null where nothing can be compared with, as for a schedule or a new branch: then every path counts as changed. */
  readonly changedPaths: readonly string[] | null
  /** What may be spent on looking at paths, by all jobs together; past it they run, which at worst costs a run too many. */
  readonly work: MatchWork
}

/** Some 20 ms. */
export function pathWork(): MatchWork {
  return { left: 1_500_000 }
}

/** Whether a pipeline or a job is for this. */
export function matches(conditions: Conditions, happening: Happening): boolean {
  return whyNotFor(conditions, happening) === null
}

/** Why it is not for this, as the end of a sentence; null where it is. */
export function whyNotFor({ event, branch, tag, path }: Conditions, happening: Happening): string | null {
  if (event !== null && !event.includes(happening.event)) return `its «when» does not name the event ${happening.event}`
  // Nothing is a branch and a tag at once: where both are named, either will do.
  const isNamed = fits(branch, happening.branch) || fits(tag, happening.tag)
  if ((branch !== null || tag !== null) && !isNamed)
    return `its «when» does not name this ${happening.tag === null ? 'branch' : 'tag'}`
  const isTouched =
    path === null || happening.changedPaths === null || matchesAny(path, happening.changedPaths, happening.work)
  return isTouched ? null : 'no changed file is one that «path» in its «when» names'
}

function fits(patterns: readonly string[] | null, name: string | null): boolean {
  return name !== null && (patterns ?? []).some((pattern) => matchesPattern(pattern, name))
}

function matchesAny(patterns: readonly string[], paths: readonly string[], work: MatchWork): boolean {
  for (const written of patterns) {
    const pattern = written.endsWith('/') ? `${written}**` : written
    // Most paths differ in what is written out at either end.
    const literals = pattern.split(/[*?]/)
    const [prefix = ''] = literals
    const suffix = literals.at(-1) ?? ''
    for (const path of paths) {
      work.left -= 1
      if (work.left <= 0) return true
      if (path.startsWith(prefix) && path.endsWith(suffix) && matchesPattern(pattern, path, work)) return true
    }
  }
  return work.left <= 0
}

const longestPattern = 256

/** Why a glob cannot be used, as the end of a sentence about it; null where it can. */
export function whyBadPattern(pattern: string): string | null {
  if (pattern === '' || pattern.length > longestPattern) return `must have 1 to ${longestPattern} characters`
  if (/\p{Cc}/u.test(pattern)) return 'must not hold control characters'
  if (/^!|[{}[\]\\]|[@+?*!]\(/.test(pattern))
    return 'may use «*», «**» and «?» alone: no «!», braces, brackets or backslashes'
  if (pattern.startsWith('/')) return 'must not begin with a slash'
  return null
}

/** In the message of the last commit of a push. */
export function skipsCi(message: string): boolean {
  return /\[(?:skip ci|ci skip)\]/i.test(message)
}
