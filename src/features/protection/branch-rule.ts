import { matchesPattern } from '../../core/match-pattern.ts'
import { higher, type Role } from '../../core/roles.ts'
import type { Reader } from '../../db/handle.ts'
import { allBranchProtections, type BranchProtection, type BranchProtectionValues } from './branch-store.ts'

/** What all protections that mean a branch ask for together: the strictest of each. */
export interface BranchRule extends Omit<BranchProtectionValues, 'pattern' | 'pushRole' | 'pushers'> {
  /** One for each protection: whoever pushes has to satisfy them all. */
  readonly pushers: readonly { readonly role: Role | 'Nobody'; readonly userIds: ReadonlySet<number> }[]
}

/** For many branches of one repository: the protections are read once. Null for a branch that none of them means. */
export async function rulesOf(reader: Reader, repoId: number): Promise<(branch: string) => BranchRule | null> {
  const all = await allBranchProtections(reader, repoId)
  return (branch) => {
    const meant = all.filter((one) => matchesPattern(one.pattern, branch))
    return meant.length === 0 ? null : together(meant)
  }
}

function together(rules: readonly BranchProtection[]): BranchRule {
  return {
    pushers: rules.map((one) => ({ role: one.pushRole, userIds: new Set(one.pushers.map((user) => user.id)) })),
    mergeRole: rules.map((one) => one.mergeRole).reduce((a, b) => higher(a, b) ?? a),
    allowForcePush: rules.every((one) => one.allowForcePush),
    allowDelete: rules.every((one) => one.allowDelete),
    requiredApprovals: Math.max(...rules.map((one) => one.requiredApprovals)),
    dismissStaleApprovals: rules.some((one) => one.dismissStaleApprovals),
    requiredChecks: [...new Set(rules.flatMap((one) => one.requiredChecks))],
    requireResolvedConversations: rules.some((one) => one.requireResolvedConversations),
    requireUpToDate: rules.some((one) => one.requireUpToDate),
    requireCodeOwnerApproval: rules.some((one) => one.requireCodeOwnerApproval),
    requireLastPushApproval: rules.some((one) => one.requireLastPushApproval),
  }
}
