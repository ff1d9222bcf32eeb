import { atLeast, type Role } from '../../core/roles.ts'
import type { BranchRule } from './branch-rule.ts'

export interface Mover {
  readonly userId: number | null
  readonly role: Role
  readonly way: 'push' | 'merge'
}

/** Who may move a protected branch: null for those who may, else why not. */
export function mayMove(rule: BranchRule, mover: Mover): string | null {
  if (mover.way === 'merge') {
    return atLeast(mover.role, rule.mergeRole) ? null : `merging into it needs the role ${rule.mergeRole}`
  }
  const allowed = rule.pushers.every(
    ({ role, userIds }) =>
      (mover.userId !== null && userIds.has(mover.userId)) || (role !== 'Nobody' && atLeast(mover.role, role)),
  )
  if (allowed) return null
  const strictest = rule.pushers.map(({ role }) => role)
  if (strictest.includes('Nobody')) return 'changes come in by pull request'
  return `pushing to it needs the role ${strictest.includes('Owner') ? 'Owner' : 'Maintainer'}`
}
