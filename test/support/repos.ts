// Repositories for tests, and people with a role in them.
import { join } from 'node:path'
import type { Role } from '../../src/core/roles.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { git, newFolder } from './git.ts'
import type { Person } from './people.ts'
import type { TestStithy } from './stithy.ts'

export async function newRepo(stithy: TestStithy, owner: Person, slug: string, more: object = {}): Promise<string> {
  const answer = await stithy
    .client()
    .as(owner.access)
    .post('user/repos', { slug, ...more })
  if (answer.status !== 201) throw new Error(`repository ${slug}: ${answer.status} ${answer.text}`)
  return `repos/${owner.username}/${slug}`
}

/** Behind the doors' back. */
export async function grant(
  stithy: TestStithy,
  slug: string,
  person: Pick<Person, 'username'>,
  role: Role,
): Promise<void> {
  const repo = await rowOf(stithy, slug)
  const user = await stithy.app.db
    .selectFrom('owners')
    .select('id')
    .where('name', '=', person.username)
    .executeTakeFirstOrThrow()
  await inTransaction(stithy.app, async (tx) => {
    const row = { repo_id: repo.id, grantee_id: user.id, role, created_at: tx.now }
    await tx.insertInto('repo_grants').values(row).execute()
  })
}

/** Where the repository lies on disk. */
export async function folderOf(stithy: TestStithy, owner: string, slug: string): Promise<string> {
  const { uuid } = await rowOf(stithy, slug)
  return join(stithy.dataDir, 'repositories', owner, `${uuid}.git`)
}

function rowOf(stithy: TestStithy, slug: string): Promise<{ id: number; uuid: string }> {
  return stithy.app.db.selectFrom('repos').select(['id', 'uuid']).where('slug', '=', slug).executeTakeFirstOrThrow()
}

/** The refs that the database knows, as `git for-each-ref` would show them. */
export async function knownRefs(stithy: TestStithy, slug: string): Promise<Record<string, string>> {
  const { id } = await rowOf(stithy, slug)
  const rows = await stithy.app.db.selectFrom('refs').select(['name', 'sha']).where('repo_id', '=', id).execute()
  return Object.fromEntries(rows.map((row) => [row.name, row.sha]))
}

export async function gitRefs(stithy: TestStithy, owner: string, slug: string): Promise<Record<string, string>> {
  const dir = await folderOf(stithy, owner, slug)
  const text = await git(dir, 'for-each-ref', '--format=%(refname) %(objectname)')
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' ') as [string, string]),
  )
}

/** A work tree with one commit on main. */
export async function workTree(): Promise<string> {
  const folder = await newFolder()
  await git(folder, 'init', '-q', '-b', 'main')
  await git(folder, 'commit', '-q', '--allow-empty', '-m', 'one')
  return folder
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64')
