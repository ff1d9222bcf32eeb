/** What the deployment allows. */
export interface EasyRules {
  readonly allowedImages: readonly string[]
  readonly allowedPackages: readonly string[]
  readonly maxTimeoutS: number
}

/** A bound for everything that a file can have many of. */
export const most = {
  bytes: 64 * 1024,
  jobs: 100,
  steps: 100,
  services: 5,
  packages: 50,
  patterns: 50,
  paths: 50,
  schedules: 10,
  variables: 100,
  matrixKeys: 10,
  matrixValues: 100,
  /** Of text in the plan: a matrix repeats what its job says. */
  planLength: 1024 * 1024,
} as const
