import { mkdir } from 'node:fs/promises'
import type { App } from '../../app.ts'
import { ownerDirectory } from './owner-directory.ts'

/** Every owner has a directory; makes those that are missing and returns whose they were. */
export async function missingDirectories(app: Pick<App, 'config' | 'db'>): Promise<readonly string[]> {
  const owners = await app.db
    .selectFrom('owners')
    .select(['name', 'directory'])
    .where('kind', '!=', 'deleted')
    .execute()
  const made: string[] = []
  for (const { name, directory } of owners) {
    if ((await mkdir(ownerDirectory(app.config, directory), { recursive: true })) !== undefined) made.push(name)
  }
  return made
}
