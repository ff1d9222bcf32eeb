// People who watch a repository, each signed in, made behind the doors' back: hashing a password costs more than all else.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { nothingHappens } from '../../src/core/checkpoint.ts'
import { openDatabase } from '../../src/db/open.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { SessionTokens } from '../../src/features/sessions/session-tokens.ts'
import { deriveKeys } from '../../src/secrets/keys.ts'
import { loadSecret } from '../../src/secrets/load-secret.ts'

const silent = (): void => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent, bare: silent }
const clock = { now: () => Date.now() }
const long = 24 * 3_600_000

/** Their access tokens. The first so many of them watch. */
export async function addReaders(
  folder: string,
  slug: string,
  { count, watching }: { readonly count: number; readonly watching: number },
): Promise<readonly string[]> {
  const data = join(folder, 'data')
  const tokens = new SessionTokens(deriveKeys(loadSecret(null, data)).jwt, clock)
  const { db } = openDatabase(null, data, { clock, log, passing: nothingHappens })
  try {
    const repo = await db.selectFrom('repos').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    const sessions = await inTransaction({ db }, async (tx) => {
      await tx.updateTable('repos').set({ is_public: 1 }).where('id', '=', repo.id).execute()
      const made: string[] = []
      for (let index = 0; index < count; index++) {
        const name = `reader-${index}`
        const owner = { uuid: randomUUID(), kind: 'user' as const, name, name_key: name, directory: name }
        const { id } = await tx
          .insertInto('owners')
          .values({ ...owner, created_at: tx.now })
          .returning('id')
          .executeTakeFirstOrThrow()
        const email = `${name}@example.org`
        const user = { id, full_name: '', email, email_key: email, email_verified: 0, password_hash: '', is_admin: 0 }
        await tx.insertInto('users').values(user).execute()
        const uuid = randomUUID()
        const times = { created_at: tx.now, last_seen_at: tx.now, expires_at: tx.now + long }
        await tx
          .insertInto('sessions')
          .values({ uuid, user_id: id, ...times })
          .execute()
        const watch = { user_id: id, repo_id: repo.id, attention: 'watching' as const, created_at: tx.now }
        if (index < watching) await tx.insertInto('repo_subscriptions').values(watch).execute()
        made.push(uuid)
      }
      return made
    })
    return await Promise.all(sessions.map((uuid) => tokens.sign(uuid, 'access')))
  } finally {
    await db.close()
  }
}
