// What a service and its launcher say to each other.

export type Pipe = 'pipe' | 'ignore'

export interface Launch {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdio: readonly Pipe[]
}

export type Order = ({ readonly id: number } & Launch) | { readonly id: number; readonly kill: NodeJS.Signals }

export type News =
  | { readonly id: number; readonly pid: number }
  /** Comes with the end of the pipe; without one where that is closed already. */
  | { readonly id: number; readonly fd: number }
  | { readonly id: number; readonly error: string }
  | { readonly id: number; readonly code: number | null; readonly signal: NodeJS.Signals | null }
