/** What both kinds of isolation are told once. */
export interface IsolationSettings {
  /** Where boxes keep their files while they live: a folder of this machine's, ours alone. */
  readonly folder: string
  /** The server's: no job sees it, and what was left behind is told apart by it. */
  readonly dataDir: string
  /** Where kept packs are, if elsewhere: no job may see that either. */
  readonly localDir?: string
  /** Of the programs that make boxes: PATH, and what a container engine looks for. None of it reaches a job. */
  readonly env: Readonly<Record<string, string>>
  readonly defaultImage: string
  /** How long a command that is asked to end may take before it is forced. */
  readonly graceMs: number
}

/** Whether one of the two works here; if not, why. */
export type Probe<Found> = { readonly found: Found } | { readonly missing: string }
