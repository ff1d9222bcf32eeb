import type { Finding, Severity, Violation } from '../../sbom/read-findings.ts'

/** What the gate says of a commit. */
export interface SbomVerdict extends Readonly<Record<Severity, number>> {
  readonly result: 'PASS' | 'FAIL'
  /** Policies that say FAIL. */
  readonly policyViolations: number
  readonly components: number
  /** False where nobody has looked for vulnerabilities: then the counts say nothing. Missing in the oldest. */
  readonly analysed?: boolean
  /** A sentence for people. */
  readonly reason: string
}

/** A verdict with what it rests on, as far as there is room for it. */
export interface KeptVerdict {
  readonly verdict: SbomVerdict
  /** The gravest first. */
  readonly findings: readonly Finding[]
  readonly violations: readonly Violation[]
  readonly at: number
}
