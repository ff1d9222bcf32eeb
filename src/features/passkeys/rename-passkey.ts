import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RecordId } from '../../core/record-id.ts'
import { parseTitle } from '../../core/title.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { type Passkey, setName } from './store.ts'

export async function renamePasskey(
  app: Pick<App, 'db' | 'keys'>,
  actor: SessionActor,
  id: RecordId,
  text: string,
): Promise<Passkey> {
  const name = parseTitle('name', text)
  return inTransaction(app, async (tx) => {
    const renamed = await setName(tx, actor.user.id, id, name)
    if (renamed === null) throw notFound('PASSKEY')
    await record(app, tx, actor, { event: 'PASSKEY_RENAMED', target: { type: 'passkey', id: renamed.uuid, name } })
    return renamed
  })
}
