import type { FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { identifyPassword } from '../../features/accounts/identify-password.ts'
import { tokenPrefix } from '../../features/tokens/token-lookup.ts'
import { identify } from '../identify.ts'
import { viaOf } from '../via.ts'

/** A git client sends Basic: a token as the password, or the account's own password; Bearer works too. No cookies. */
export async function identifyGit(app: App, request: FastifyRequest): Promise<Actor> {
  const via = viaOf(request, 'api')
  const header = request.headers.authorization ?? ''
  if (/^basic /i.test(header)) {
    const text = Buffer.from(header.slice('basic '.length), 'base64').toString('utf8')
    const colon = text.indexOf(':')
    const [name, password] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)]
    if (colon !== -1 && !password.startsWith(tokenPrefix)) {
      // Addresses that were written for other forges have it in place of the name, before nothing or some word.
      if (name.startsWith(tokenPrefix)) return app.tokenLookup.identify(name, via)
      return identifyPassword(app, via, name, password)
    }
  }
  return (await identify(app, request, via, false)).actor
}
