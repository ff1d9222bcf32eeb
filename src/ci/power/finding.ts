/** Something that analysis found in a pipeline module. Lines and columns count from 1. */
export interface Finding {
  readonly path: string
  readonly line: number
  readonly column: number
  /** An error fails the gate; a warning is shown. */
  readonly severity: 'error' | 'warning'
  readonly rule:
    | 'syntax'
    | 'size'
    | 'eval'
    | 'module'
    | 'network'
    | 'computed'
    | 'alias'
    | 'process'
    | 'environment'
    | 'system-files'
    | 'write-outside'
    | 'webassembly'
    | 'not-analysed'
  readonly message: string
}

/** A file of `.svc-ci/`, its path relative to it. */
export interface ModuleFile {
  readonly path: string
  readonly text: string
}

export type Verdict = Pick<Finding, 'severity' | 'rule' | 'message'>

export function error(rule: Finding['rule'], message: string): Verdict {
  return { severity: 'error', rule, message }
}

export function warning(rule: Finding['rule'], message: string): Verdict {
  return { severity: 'warning', rule, message }
}
