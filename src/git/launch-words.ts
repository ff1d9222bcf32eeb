// What a service and its launcher say to each other.

/** A file of ours is one that is there: git writes to it by itself. */
export type Stdio = 'pipe' | 'ignore' | { readonly file: string }

export interface Launch {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdio: readonly Stdio[]
  /** All that it is to read, a character a byte: then there is no pipe to it. */
  readonly input?: string | undefined
  /** Behind others, as `setPriority` has it. */
  readonly priority?: number | undefined
}

export type Order = ({ readonly id: number } & Launch) | { readonly id: number; readonly kill: NodeJS.Signals }

export type News =
  /** Comes with the end of its first pipe, where it has one. */
  | { readonly id: number; readonly pid: number; readonly fd: number | null }
  /** Comes with the end of the pipe; without one where that is closed already. */
  | { readonly id: number; readonly fd: number }
  /** All its pipes were handed over some time ago, and it is still there. */
  | { readonly id: number; readonly lasts: true }
  | { readonly id: number; readonly error: string; readonly reason?: string | undefined }
  | { readonly id: number; readonly code: number | null; readonly signal: NodeJS.Signals | null }
