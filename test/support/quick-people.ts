// People who never type a password: for tests that need many of them. Hashing one costs more than all else.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemActor } from '../../src/core/actor.ts'
import { parseOwnerName } from '../../src/core/slug.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { insertAccount } from '../../src/features/accounts/store.ts'
import { openSession } from '../../src/features/sessions/open-session.ts'
import { sessionCookieName } from '../../src/http/session-cookie.ts'
import { emailOf, type Person } from './people.ts'
import type { TestStithy } from './stithy.ts'

export async function quickPerson(stithy: TestStithy, username: string): Promise<Person> {
  const { app } = stithy
  await mkdir(join(stithy.dataDir, 'repositories', username), { recursive: true })
  const grant = await inTransaction(app, async (tx) => {
    const name = parseOwnerName('username', username)
    const account = {
      username: name,
      fullName: '',
      email: emailOf(username),
      emailVerified: false,
      passwordHash: 'none',
    }
    return openSession(app, tx, await insertAccount(tx, account), systemActor.via)
  })
  return {
    username,
    email: emailOf(username),
    access: grant.accessToken,
    refresh: grant.refreshToken,
    cookie: `${sessionCookieName(app.config)}=${grant.cookie}`,
  }
}
