import { at, flagAt, textAt } from './look-into.ts'

export const severities = ['critical', 'high', 'medium', 'low', 'unassigned'] as const

export type Severity = (typeof severities)[number]

/** A known weakness of a component. */
export interface Finding {
  /** CVE-2024-1234, GHSA-… */
  readonly vulnerability: string
  readonly severity: Severity
  readonly title: string
  readonly component: string
  readonly version: string
}

/** Something that breaks a rule of the organisation. */
export interface Violation {
  /** FAIL, WARN or INFO. */
  readonly state: string
  /** LICENSE, SECURITY or OPERATIONAL. */
  readonly type: string
  readonly policy: string
  readonly component: string
  readonly version: string
}

const longest = 500

/** One page of findings as Dependency-Track writes them; what was suppressed there does not count. */
export function readFindings(json: string): { readonly read: number; readonly findings: readonly Finding[] } {
  const list = listIn(json)
  const counted = list.filter((one) => !flagAt(at(one, 'analysis'), 'isSuppressed'))
  return { read: list.length, findings: counted.map(findingOf) }
}

export function readViolations(json: string): { readonly read: number; readonly violations: readonly Violation[] } {
  const list = listIn(json)
  const counted = list.filter((one) => !flagAt(at(one, 'analysis'), 'isSuppressed'))
  return {
    read: list.length,
    violations: counted.map((one) => ({
      state: cut(textAt(one, 'policyCondition', 'policy', 'violationState') ?? 'FAIL').toUpperCase(),
      type: cut(textAt(one, 'type') ?? ''),
      policy: cut(textAt(one, 'policyCondition', 'policy', 'name') ?? ''),
      ...componentOf(one),
    })),
  }
}

function findingOf(one: unknown): Finding {
  const severity = (textAt(one, 'vulnerability', 'severity') ?? '').toLowerCase()
  return {
    vulnerability: cut(textAt(one, 'vulnerability', 'vulnId') ?? ''),
    severity: severities.find((known) => known === severity) ?? 'unassigned',
    title: cut(textAt(one, 'vulnerability', 'title') ?? ''),
    ...componentOf(one),
  }
}

function componentOf(one: unknown): { readonly component: string; readonly version: string } {
  const group = textAt(one, 'component', 'group')
  const name = textAt(one, 'component', 'name') ?? ''
  const component = group === null || group === '' ? name : `${group}/${name}`
  return { component: cut(component), version: cut(textAt(one, 'component', 'version') ?? '') }
}

function listIn(json: string): readonly unknown[] {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list)) throw new TypeError('it is not a list')
  return list
}

function cut(text: string): string {
  return text.slice(0, longest)
}
