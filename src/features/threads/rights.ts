import { forbidden } from '../../core/errors.ts'
import { atLeast, type Role } from '../../core/roles.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import type { Person, Thread } from './thread.ts'

type Written = { readonly author: Person | null }

export function mayManage(repo: OpenRepo): boolean {
  return atLeast(repo.role, 'Developer')
}

/** To label, assign, lock, pin. */
export function requireManager(repo: OpenRepo): void {
  requireRole(repo, 'Developer')
}

/** One's own words, and everybody's for those who look after the repository. */
export function mayEdit(repo: OpenRepo, userId: number | null, { author }: Written): boolean {
  return mayManage(repo) || (author !== null && author.id === userId)
}

export function requireEditor(repo: OpenRepo, userId: number, written: Written): void {
  if (!mayEdit(repo, userId, written)) requireManager(repo)
}

export function mayDelete(repo: OpenRepo, userId: number | null, { author }: Written): boolean {
  return isMaintainer(repo) || (author !== null && author.id === userId)
}

export function requireDeleter(repo: OpenRepo, userId: number, written: Written): void {
  if (!mayDelete(repo, userId, written)) requireMaintainer(repo)
}

/** To remove what others have said as well. */
export function isMaintainer(repo: OpenRepo): boolean {
  return atLeast(repo.role, 'Maintainer')
}

export function requireMaintainer(repo: OpenRepo): void {
  requireRole(repo, 'Maintainer')
}

export function maySpeak(repo: OpenRepo, thread: Pick<Thread, 'isLocked'>): boolean {
  return !thread.isLocked || mayManage(repo)
}

export function requireVoice(repo: OpenRepo, thread: Pick<Thread, 'isLocked'>): void {
  if (!maySpeak(repo, thread)) throw forbidden('This conversation is locked')
}

function requireRole(repo: OpenRepo, role: Role): void {
  if (!atLeast(repo.role, role)) throw forbidden(`This needs the role ${role}; you are ${repo.role} here`)
}
