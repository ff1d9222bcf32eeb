import type { App } from '../../app.ts'
import type { User } from '../../core/user.ts'
import type { Signature } from '../../git/parse-commit.ts'
import { noreplyAddress } from './noreply-address.ts'

/** How somebody signs what the service writes for them: commits, tags. Anybody can read those. */
export function signatureOf(app: Pick<App, 'clock' | 'config'>, user: User): Signature {
  return { name: user.fullName || user.username, email: noreplyAddress(app.config, user), at: app.clock.now() }
}
