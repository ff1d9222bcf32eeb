import type { Repo } from '../../core/repo.ts'
import type { Role } from '../../core/roles.ts'
import type { User } from '../../core/user.ts'
import type { Reader } from '../../db/handle.ts'
import { roleOf } from '../access/role-of.ts'
import { inNameOf } from '../threads/may-read.ts'

/** The role of somebody who is not asking: what the gate would say to them. Null for an account that is disabled. */
export async function roleOfUser(reader: Reader, user: User, repo: Repo): Promise<Role | null> {
  return user.disabled ? null : roleOf(reader, inNameOf(user), repo)
}
