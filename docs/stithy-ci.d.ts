/**
 * The API that a power-mode pipeline of Stithy receives. Put this file beside your pipeline, as
 * .svc-ci/stithy-ci.d.ts, and write
 *
 *   import type { Pipeline } from './stithy-ci.d.ts'
 *   const pipeline: Pipeline = async ({ job, step, sh }) => { … }
 *   export default pipeline
 */
export type Pipeline = (api: Api) => unknown

export interface Api {
  /**
   * Begins a job at once, or as soon as the jobs that it needs have ended. Jobs that are not awaited run side by side.
   * Rejects when the job fails, unless failing is allowed; a job that is needed and fails has those that need it skipped.
   */
  readonly job: {
    <T>(name: string, options: JobOptions, body: (api: Api) => Promise<T> | T): Promise<T | undefined>
    <T>(name: string, body: (api: Api) => Promise<T> | T): Promise<T | undefined>
  }

  /** A part of a job that is shown and timed by itself. Only inside a job, and not inside another step. */
  readonly step: <T>(name: string, body: (api: Api) => Promise<T> | T) => Promise<T>

  /**
   * Runs a script with `/bin/sh -e`; its output goes to the log. Rejects with CommandFailed unless it ends with 0. As the
   * tag of a template it quotes what is put in: sh`ls ${name}` lists that one file, whatever it is called.
   */
  readonly sh: {
    (command: string, options?: ShOptions): Promise<{ readonly stdout: string }>
    (texts: TemplateStringsArray, ...values: readonly unknown[]): Promise<{ readonly stdout: string }>
  }

  /** Keeps files or folders of the working directory when the pipeline has ended. Only inside a job. */
  readonly artifact: (paths: string | readonly string[], options?: { readonly expireIn?: string }) => void

  /**
   * Restores what was kept under this key; false if there was nothing. Then what the paths hold at the end of the
   * pipeline is kept. Only inside a job.
   */
  readonly cache: (key: string, paths: string | readonly string[]) => Promise<boolean>

  /** The variables of the file, the repository and its team; each is in the environment, too. */
  readonly variables: Readonly<Record<string, string>>
}

export interface JobOptions {
  /** Names of jobs that were begun before this one. */
  readonly needs?: string | readonly string[]
  readonly allowFailure?: boolean
}

export interface ShOptions {
  /** Beside what the environment holds already. */
  readonly env?: Readonly<Record<string, string>>
  /** Relative to the working directory. */
  readonly cwd?: string
}

export interface CommandFailed extends Error {
  readonly exitCode: number
  /** Null where it ended by itself. */
  readonly signal: string | null
}
