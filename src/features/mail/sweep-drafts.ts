import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { hour } from '../../core/clock.ts'
import { mailFolder } from './keep-mail.ts'

/**
 * Mails that were not written to their end. Mostly they are written anew; not when there is nobody left to write to. At
 * the start on SQLite nobody else can be writing one; otherwise their age decides. Returns how many went.
 */
export async function sweepDrafts(
  app: Pick<App, 'clock' | 'config' | 'db'>,
  when: 'starting' | 'serving',
): Promise<number> {
  const all = when === 'starting' && app.db.dialect === 'sqlite'
  const before = all ? Number.MAX_SAFE_INTEGER : app.clock.now() - hour
  const folder = mailFolder(app.config)
  const drafts = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.part'))
  let swept = 0
  for (const draft of drafts) {
    const age = await stat(join(folder, draft)).catch(() => null)
    if (age === null || age.mtimeMs >= before) continue
    await rm(join(folder, draft), { force: true })
    swept++
  }
  return swept
}
