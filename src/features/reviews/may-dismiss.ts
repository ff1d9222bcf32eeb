import { atLeast } from '../../core/roles.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import type { Review } from './review.ts'

/** Of those who may review: their own, and as a Maintainer anybody's. */
export function mayDismiss({ role }: Pick<OpenRepo, 'role'>, userId: number, { author }: Review): boolean {
  return atLeast(role, 'Maintainer') || author?.id === userId
}

/** It decides something, or did. */
export function isVerdict({ state }: Pick<Review, 'state'>): boolean {
  return state === 'approved' || state === 'changes_requested'
}
