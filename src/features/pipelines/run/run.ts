import type { Repo } from '../../../core/repo.ts'
import type { LeasedPipeline } from '../lease.ts'
import type { LogWriter } from '../log-writer.ts'
import type { AbortReason } from './abort-reason.ts'
import type { RunnerApp } from './runner-app.ts'

/** One pipeline that is under way here. */
export interface Run {
  readonly app: RunnerApp
  readonly repo: Repo
  readonly pipeline: LeasedPipeline
  readonly log: LogWriter
  /** What runs has got past the protection of a branch, and so did whoever gave it variables. */
  readonly isProtected: boolean
  /** Ends it: it was canceled, belongs to somebody else by now, or the process stops. The reason is an `AbortReason`. */
  readonly signal: AbortSignal
}

/** It must not be run, and everybody may know why: the pipeline ends as `error`. */
export class Refused extends Error {
  override readonly name = 'Refused'
  /** What the log has already is not said there again. */
  readonly isInLog: boolean

  constructor(message: string, { isInLog = false }: { readonly isInLog?: boolean } = {}) {
    super(message)
    this.isInLog = isInLog
  }
}

/** Nobody wants to hear how it went any more. */
export class Over extends Error {
  override readonly name = 'Over'
  readonly reason: AbortReason

  constructor(reason: AbortReason) {
    super(`The pipeline is over: ${reason}`)
    this.reason = reason
  }
}
