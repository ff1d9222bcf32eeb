import type { Readable, Writable } from 'node:stream'

/** A git that was started, as a `ChildProcess` is one: by whomever it was started. */
export interface GitProcess {
  readonly stdin: Writable | null
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  readonly stdio: readonly (Readable | Writable | null | undefined)[]
  readonly pid?: number | undefined
  readonly exitCode: number | null
  readonly signalCode: NodeJS.Signals | null
  kill(signal?: NodeJS.Signals): boolean
  on(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'exit' | 'close', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown
}
