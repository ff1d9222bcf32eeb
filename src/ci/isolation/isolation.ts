import type { PlannedService } from '../plan.ts'

/** Where jobs run, cut off from the machine and from each other. Both kinds pass the same tests. */
export interface Isolation {
  readonly kind: 'sandbox' | 'container'
  /** A sentence for the top of a job's log: what stands in for the image, which limits hold. */
  describe(request: BoxRequest): string
  open(request: BoxRequest): Promise<Box>
  /** Ends whatever boxes of this data directory a worker that is gone has left; says how many. */
  reap(isAlive: (label: string) => boolean): Promise<number>
}

export interface BoxRequest {
  /** Unique, `[a-z0-9-]+`: leftovers are found by it. */
  readonly label: string
  /** A folder of this machine that the job sees as its working directory, `/workspace`. */
  readonly workspace: string
  /** Null: the default one. The sandbox has none and shows the machine's own programs, read-only. */
  readonly image: string | null
  readonly packages: readonly string[]
  readonly services: readonly PlannedService[]
  readonly limits: BoxLimits
  /** Files of ours that the job may read: the runtime of the power mode, its program. */
  readonly readOnly: readonly { readonly from: string; readonly at: string }[]
  /** Calls off an opening that takes long, as one does that has to bring an image. */
  readonly signal?: AbortSignal
}

export interface BoxLimits {
  readonly memoryMb: number
  readonly cpus: number
  readonly pids: number
  /** Of everything that the job writes: workspace, home and /tmp together. */
  readonly diskMb: number
  readonly network: boolean
}

/** One job's place. Steps run in it one after the other and see each other's files; all of it goes with `close`. */
export interface Box {
  run(command: BoxCommand): Promise<BoxExit>
  /** Ends every process in it and removes what is left of it. May be called at any time, and more than once. */
  close(): Promise<void>
}

export interface BoxCommand {
  /** A program and its arguments, as the job sees them. */
  readonly argv: readonly string[]
  /** All there is: nothing of the server's own environment is passed on. */
  readonly env: Readonly<Record<string, string>>
  /** Ends the command with every process that it started: first asked, a few seconds later forced. */
  readonly signal: AbortSignal
  /** Nothing more is read before what it returns is settled: a command that writes faster has to wait. */
  readonly onOutput: (stream: 'stdout' | 'stderr', chunk: Buffer) => void | Promise<void>
}

export interface BoxExit {
  /** Null when it did not end by itself. */
  readonly code: number | null
  /** Which limit ended it, where one did. */
  readonly limit: 'memory' | 'disk' | null
}
