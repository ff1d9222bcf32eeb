import type { App } from '../../../app.ts'
import type { Isolation } from '../../../ci/isolation/isolation.ts'
import type { Turns } from '../../../core/turns.ts'

/** What running pipelines takes. */
export type RunnerApp = Pick<
  App,
  'blobs' | 'clock' | 'config' | 'db' | 'git' | 'keys' | 'kept' | 'log' | 'objects' | 'passing'
> & {
  /** Found out when the first job needs it. */
  readonly isolation: () => Promise<Isolation>
  /** How many jobs run at once in this process. */
  readonly jobTurns: Turns
  /** Says whose boxes are whose: leftovers of a process that is gone are told by it. */
  readonly workerName: string
}
