import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { refsUnder } from './refs-under.ts'

/** A name for what somebody changes in the browser, which no branch has yet. */
export async function freeBranchName(
  app: Pick<App, 'db'>,
  repo: Pick<Repo, 'id'>,
  { username }: { readonly username: string },
): Promise<string> {
  const begin = `refs/heads/${username}-patch-`
  const rows = await refsUnder(app.db, repo.id, 'refs/heads/')
    .select('name')
    .where('name', '>=', begin)
    // ':' follows '9'.
    .where('name', '<', `${begin}:`)
    .execute()
  const taken = new Set(rows.map(({ name }) => name.slice(begin.length)))
  let count = 1
  while (taken.has(String(count))) count++
  return `${username}-patch-${count}`
}
