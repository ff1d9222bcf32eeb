import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'

export async function loginFailed(
  app: Pick<App, 'db' | 'keys'>,
  via: Via,
  name: string,
  factor: 'password' | 'code',
): Promise<void> {
  await inTransaction(app, (tx) =>
    record(
      app,
      tx,
      { kind: 'anonymous', via },
      {
        event: 'LOGIN_FAILED',
        metadata: { login: name.slice(0, 255), factor },
      },
    ),
  )
}
