/** What a power-mode pipeline tells while it runs. Steps are counted from 0 within their job. */
export type PowerEvent =
  | {
      readonly type: 'output'
      /** Null: of no job, such as what stands outside of all of them. */
      readonly job: string | null
      readonly step: number | null
      readonly stream: 'stdout' | 'stderr'
      readonly bytes: Buffer
    }
  | Report

export type Report =
  | {
      readonly type: 'job-started' | 'job-skipped'
      readonly job: string
      readonly needs: readonly string[]
      readonly allowFailure: boolean
    }
  | { readonly type: 'job-ended'; readonly job: string; readonly status: Status; readonly exitCode: number }
  | { readonly type: 'step-started'; readonly job: string; readonly step: number; readonly name: string }
  | {
      readonly type: 'step-ended'
      readonly job: string
      readonly step: number
      readonly status: Status
      readonly exitCode: number
    }
  | {
      readonly type: 'artifact'
      readonly job: string
      readonly paths: readonly string[]
      readonly expireInS: number | null
    }
  /** `hit`: it was there and has been unpacked; there is nothing to keep. */
  | {
      readonly type: 'cache'
      readonly job: string
      readonly key: string
      readonly paths: readonly string[]
      readonly hit: boolean
    }

export type Status = 'success' | 'failed'

/** The line before a piece of output. */
export interface OutputHeader {
  readonly type: 'output'
  readonly job: string | null
  readonly step: number | null
  readonly stream: 'stdout' | 'stderr'
  readonly length: number
}
