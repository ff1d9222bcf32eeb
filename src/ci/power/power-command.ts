export interface PowerRun {
  /** Where Node, the runtime and the module are, as the box sees them. */
  readonly node: string
  readonly runtime: string
  readonly entry: string
  /** What reports are known by: unguessable, and another one for each run. For `ReportReader`. */
  readonly nonce: string
  readonly env: Readonly<Record<string, string>>
  /** Which of `env` the module sees as `variables`. */
  readonly variables: readonly string[]
  /**
   * A folder, as the box sees it, of what was kept before: tar archives, each named by the SHA-256 of its key in
   * hexadecimal. Null: there is none.
   */
  readonly caches: string | null
}

const quiet = ['ExperimentalWarning', 'MODULE_TYPELESS_PACKAGE_JSON']

/** The command that runs a power-mode pipeline. */
export function powerCommand(run: PowerRun): {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
} {
  const { nonce, entry, caches, variables: names } = run
  return {
    // That types are taken out of a module, and that it is one, is nothing to warn its author of.
    argv: [run.node, ...quiet.map((warning) => `--disable-warning=${warning}`), run.runtime],
    env: { ...run.env, STITHY_CI_RUNTIME: JSON.stringify({ nonce, entry, names, caches }) },
  }
}
