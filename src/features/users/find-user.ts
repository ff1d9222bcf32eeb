import { notFound } from '../../core/errors.ts'
import { nameKey } from '../../core/slug.ts'
import type { User } from '../../core/user.ts'
import type { Reader } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import { selectUsers, toUser, type UserRow } from './user-record.ts'

export async function findUserById(reader: Reader, id: number): Promise<User | null> {
  const [row] = await withId(reader, { id })
  return read(row)
}

const withId = prepared((db, its: { id: number }) => selectUsers(db).where('users.id', '=', its.id))

export async function findUserByName(reader: Reader, username: string): Promise<User | null> {
  // Nobody is called so, and PostgreSQL knows no such text.
  if (username.includes('\0')) return null
  return read(await selectUsers(reader).where('owners.name_key', '=', nameKey(username)).executeTakeFirst())
}

export async function findUserByEmail(reader: Reader, email: string): Promise<User | null> {
  return read(await selectUsers(reader).where('users.email_key', '=', email.toLowerCase()).executeTakeFirst())
}

export async function requireUserByName(reader: Reader, username: string): Promise<User> {
  const user = await findUserByName(reader, username)
  if (user === null) throw notFound('USER')
  return user
}

function read(row: UserRow | undefined): User | null {
  return row === undefined ? null : toUser(row)
}
