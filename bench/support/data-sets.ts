// The three sizes that data is generated in. Everything of a larger one has the shape of a smaller one.
import type { LargeShape } from './large-repository.ts'
import type { Amount } from './many-repos.ts'

export interface DataSet {
  /** A service: how many repositories, and issues and pull requests in each. */
  readonly service: Amount
  /** One repository. */
  readonly repository: LargeShape
}

export const sizes = ['small', 'medium', 'large'] as const
export type Size = (typeof sizes)[number]

const inEach = { issues: 100, pulls: 20 }

export const dataSets: Readonly<Record<Size, DataSet>> = {
  small: { service: { repos: 100, ...inEach }, repository: { commits: 2000, files: 1000, refs: 40 } },
  medium: { service: { repos: 1000, ...inEach }, repository: { commits: 20_000, files: 5000, refs: 400 } },
  // A million issues and 200,000 pull requests; a repository of about the size of those that people fear to move.
  large: { service: { repos: 10_000, ...inEach }, repository: { commits: 200_000, files: 50_000, refs: 4000 } },
}

/** Growth is measured against the smallest: with that alone there is nothing to measure, and it is said before data is made. */
export function isSmallest({ size }: { readonly size: Size }): boolean {
  const [smallest, ...larger] = sizes
  if (size !== smallest) return false
  console.error(`skipped: --size ${smallest} is what larger ones are held against (--size ${larger.join(' or ')})`)
  return true
}
