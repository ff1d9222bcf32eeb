import { invalidField } from '../../core/errors.ts'
import { Problems } from '../../core/problems.ts'
import type { Role } from '../../core/roles.ts'
import { parseTitle } from '../../core/title.ts'
import type { Reader } from '../../db/handle.ts'
import { findUserByName } from '../users/find-user.ts'
import type { BranchProtectionValues } from './branch-store.ts'
import { parsePattern } from './parse-pattern.ts'

export interface BranchProtectionInput {
  readonly pattern?: string | undefined
  readonly pushRole?: Role | 'Nobody' | undefined
  readonly mergeRole?: Role | undefined
  readonly allowedPushers?: readonly string[] | undefined
  readonly allowForcePush?: boolean | undefined
  readonly allowDelete?: boolean | undefined
  readonly requiredApprovals?: number | undefined
  readonly dismissStaleApprovals?: boolean | undefined
  readonly requiredChecks?: readonly string[] | undefined
  readonly requireResolvedConversations?: boolean | undefined
  readonly requireUpToDate?: boolean | undefined
  readonly requireCodeOwnerApproval?: boolean | undefined
  readonly requireLastPushApproval?: boolean | undefined
}

const defaults: Omit<BranchProtectionValues, 'pattern'> = {
  pushRole: 'Maintainer',
  mergeRole: 'Maintainer',
  pushers: [],
  allowForcePush: false,
  allowDelete: false,
  requiredApprovals: 0,
  dismissStaleApprovals: false,
  requiredChecks: [],
  requireResolvedConversations: false,
  requireUpToDate: false,
  requireCodeOwnerApproval: false,
  requireLastPushApproval: false,
}

/** What is not said stays as it is in `old`, or is the strict side of usual. */
export async function parseBranchProtection(
  reader: Reader,
  input: BranchProtectionInput,
  old: BranchProtectionValues | null,
): Promise<BranchProtectionValues> {
  const before = old ?? defaults
  const { allowedPushers, requiredApprovals, requiredChecks } = input
  const problems = new Problems()
  const values = {
    pattern: await problems.in(
      () => (input.pattern === undefined && old !== null ? old.pattern : parsePattern('branch', input.pattern)),
      '',
    ),
    pushRole: input.pushRole ?? before.pushRole,
    mergeRole: input.mergeRole ?? before.mergeRole,
    pushers: await problems.in(
      () => (allowedPushers === undefined ? before.pushers : parsePushers(reader, allowedPushers)),
      [],
    ),
    allowForcePush: input.allowForcePush ?? before.allowForcePush,
    allowDelete: input.allowDelete ?? before.allowDelete,
    requiredApprovals: await problems.in(() => parseApprovals(requiredApprovals ?? before.requiredApprovals), 0),
    dismissStaleApprovals: input.dismissStaleApprovals ?? before.dismissStaleApprovals,
    requiredChecks: await problems.in(
      () => (requiredChecks === undefined ? before.requiredChecks : parseChecks(requiredChecks)),
      [],
    ),
    requireResolvedConversations: input.requireResolvedConversations ?? before.requireResolvedConversations,
    requireUpToDate: input.requireUpToDate ?? before.requireUpToDate,
    requireCodeOwnerApproval: input.requireCodeOwnerApproval ?? before.requireCodeOwnerApproval,
    requireLastPushApproval: input.requireLastPushApproval ?? before.requireLastPushApproval,
  }
  problems.end()
  return values
}

const mostApprovals = 10
const mostNames = 100

function parseApprovals(number: number): number {
  if (Number.isInteger(number) && number >= 0 && number <= mostApprovals) return number
  throw invalidField('required_approvals', 'range', `must be a number from 0 to ${mostApprovals}`)
}

function parseChecks(names: readonly string[]): readonly string[] {
  requireFew('required_checks', names)
  return [...new Set(names.map((name) => parseTitle('required_checks', name)))]
}

function requireFew(field: string, names: readonly string[]): void {
  if (names.length > mostNames) throw invalidField(field, 'too_long', `must be at most ${mostNames} names`)
}

async function parsePushers(reader: Reader, names: readonly string[]): Promise<BranchProtectionValues['pushers']> {
  requireFew('allowed_pushers', names)
  const found = new Map<number, string>()
  for (const name of names) {
    const user = await findUserByName(reader, name)
    if (user === null) throw invalidField('allowed_pushers', 'unknown', `there is no user called ${name}`)
    found.set(user.id, user.username)
  }
  return [...found].map(([id, username]) => ({ id, username }))
}
