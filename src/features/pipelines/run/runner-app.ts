import type { App } from '../../../app.ts'
import type { IsolationChoice } from '../../../ci/isolation/choose-isolation.ts'
import type { Turns } from '../../../core/turns.ts'

/** What running pipelines takes. */
export type RunnerApp = Pick<
  App,
  | 'blobs'
  | 'clock'
  | 'config'
  | 'db'
  | 'git'
  | 'inventories'
  | 'keys'
  | 'kept'
  | 'log'
  | 'objects'
  | 'passing'
  | 'promises'
> & {
  /** Where jobs run: found out when the first one needs it. */
  readonly boxes: IsolationChoice
  /** Files of ours: Node and the runtime for the box, and the thread that looks through modules. */
  readonly power: { readonly node: string; readonly runtime: string; readonly analyzer: URL }
  /** How many jobs run at once in this process. */
  readonly jobTurns: Turns
  /** Says whose boxes are whose: leftovers of a process that is gone are told by it. */
  readonly workerName: string
}
