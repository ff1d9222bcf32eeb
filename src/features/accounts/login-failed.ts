import type { App } from '../../app.ts'
import type { Via } from '../../core/actor.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { tokenPrefix } from '../tokens/token-lookup.ts'

export async function loginFailed(
  app: Pick<App, 'db' | 'keys'>,
  via: Via,
  name: string,
  factor: 'password' | 'code' | 'passkey' | 'single-sign-on',
): Promise<void> {
  await inTransaction(app, (tx) =>
    record(
      app,
      tx,
      { kind: 'anonymous', via },
      {
        event: 'LOGIN_FAILED',
        metadata: { login: shownLogin(name), factor },
      },
    ),
  )
}

/** A token that somebody put where their name belongs is still a secret. */
function shownLogin(name: string): string {
  return name.startsWith(tokenPrefix) ? `${tokenPrefix}…` : name.slice(0, 255)
}
