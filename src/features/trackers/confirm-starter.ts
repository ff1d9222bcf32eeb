import { conflict } from '../../core/errors.ts'
import { atLeast } from '../../core/roles.ts'
import type { Reader } from '../../db/handle.ts'
import { archived } from '../access/require-repo.ts'
import { rolesOf } from '../access/role-of.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { findUserById } from '../users/find-user.ts'
import { Overtaken, starterOf, type Turn } from './tracker-store.ts'

/** Whoever has issues brought somewhere could write all of them there, under any name. */
export const importing = { role: 'Maintainer', scope: 'repo:write' } as const

/** It may take days: whether who began it could still begin it. */
export async function confirmStarter(reader: Reader, turn: Turn): Promise<void> {
  const repo = await findRepoById(reader, turn.repoId)
  if (repo === null) throw new Overtaken()
  if (repo.isArchived) throw archived()
  const id = await starterOf(reader, turn)
  const user = id === null ? null : await findUserById(reader, id)
  if (user === null || user.disabled) throw conflict('The account that began it is disabled or gone')
  const role = (await rolesOf(reader, [user.id], repo)).get(user.id) ?? null
  if (role !== null && atLeast(role, importing.role)) return
  throw conflict(`${user.username}, who began it, is no maintainer here any more`)
}
