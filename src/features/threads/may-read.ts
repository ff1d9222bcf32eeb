import { type SessionActor, systemActor } from '../../core/actor.ts'
import type { Repo } from '../../core/repo.ts'
import type { User } from '../../core/user.ts'
import type { Reader } from '../../db/handle.ts'
import { roleOf } from '../access/role-of.ts'

/** Whether somebody who is not asking could read a repository: what the gate would say to them. */
export async function mayRead(reader: Reader, user: User, repo: Repo): Promise<boolean> {
  return !user.disabled && (await roleOf(reader, inNameOf(user), repo)) !== null
}

/** Somebody whose request is over: what they set in motion goes on with their rights. */
export function inNameOf(user: User): SessionActor {
  return { kind: 'session', via: systemActor.via, user, sessionId: 0 }
}
