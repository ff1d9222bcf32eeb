import { nameKey } from '../../core/slug.ts'
import type { User } from '../../core/user.ts'
import type { Reader } from '../../db/handle.ts'
import { selectUsers, toUser } from './user-record.ts'

export async function findUsersById(reader: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, User>> {
  if (ids.length === 0) return new Map()
  const rows = await selectUsers(reader).where('users.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.user_id, toUser(row)]))
}

/** By the name or the proven address that each goes by in a text; whoever is not found is left out. */
export async function findUsersNamed(reader: Reader, names: readonly string[]): Promise<ReadonlyMap<string, User>> {
  // Nobody is called so, and PostgreSQL knows no such text.
  const asked = names.filter((name) => !name.includes('\0'))
  const [addresses, others] = [asked.filter(isAddress), asked.filter((name) => !isAddress(name))]
  // Each by its own index.
  const [byAddress, byName] = await Promise.all([
    addresses.length === 0
      ? []
      : selectUsers(reader)
          .where('users.email_key', 'in', addresses.map(addressKey))
          // Anybody can say that an address is theirs.
          .where('users.email_verified', '=', 1)
          .select('users.email_key as key')
          .execute(),
    others.length === 0
      ? []
      : selectUsers(reader)
          .where('owners.name_key', 'in', others.map(nameKey))
          .select('owners.name_key as key')
          .execute(),
  ])
  const found = new Map([...byAddress, ...byName].map((row) => [row.key, toUser(row)]))
  return new Map(
    asked.flatMap((name) => {
      const user = found.get(isAddress(name) ? addressKey(name) : nameKey(name))
      return user === undefined ? [] : [[name, user] as const]
    }),
  )
}

/** Addresses among the names that somebody says are theirs, and has not proven, with who that is. */
export async function findUnproven(reader: Reader, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const addresses = names.filter((name) => isAddress(name) && !name.includes('\0'))
  if (addresses.length === 0) return new Map()
  const rows = await reader
    .selectFrom('users')
    .select(['id', 'email_key'])
    .where('email_key', 'in', addresses.map(addressKey))
    .where('email_verified', '=', 0)
    .execute()
  const claimed = new Map(rows.map((row) => [row.email_key, row.id]))
  return new Map(
    addresses.flatMap((name) => {
      const id = claimed.get(addressKey(name))
      return id === undefined ? [] : [[name, id] as const]
    }),
  )
}

function isAddress(name: string): boolean {
  return name.includes('@')
}

function addressKey(address: string): string {
  return address.toLowerCase()
}
