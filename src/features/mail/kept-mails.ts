import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import type { AdminActor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { mailFolder, nameOfMail } from './keep-mail.ts'
import { type KeptMail, parseKeptMail } from './parse-kept-mail.ts'

const newest = 50

/** The mails that were kept because there is no server to send them to; the newest first. */
export async function listKeptMails(app: Pick<App, 'config'>, _actor: AdminActor): Promise<readonly KeptMail[]> {
  const folder = mailFolder(app.config)
  const names = (await readdir(folder).catch(() => [])).filter((name) => nameOfMail.test(name))
  const chosen = names.toSorted().toReversed().slice(0, newest)
  return Promise.all(chosen.map(async (name) => parseKeptMail(name, await readFile(join(folder, name), 'utf8'))))
}

export async function getKeptMail(app: Pick<App, 'config'>, _actor: AdminActor, name: string): Promise<KeptMail> {
  const text = nameOfMail.test(name)
    ? await readFile(join(mailFolder(app.config), name), 'utf8').catch(() => null)
    : null
  if (text === null) throw new Fault('not-found', 'Mail not found', { code: 'NOT_FOUND' })
  return parseKeptMail(name, text)
}
