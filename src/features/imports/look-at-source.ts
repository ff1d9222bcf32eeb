import type { App } from '../../app.ts'
import { second } from '../../core/clock.ts'
import { invalidField } from '../../core/errors.ts'
import { type Found, findRefs } from './remote.ts'
import type { Source } from './source.ts'

/** Somebody waits for it at their screen. */
const lookMs = 20 * second

/** What is there, before anything is made of it here. */
export async function lookAtSource(app: Pick<App, 'config'>, source: Source): Promise<Found> {
  const allowedHosts = app.config.IMPORT_ALLOWED_HOSTS
  const found = await findRefs(source, { allowedHosts, signal: AbortSignal.timeout(lookMs) })
  if (found.refs.length === 0) throw invalidField('url', 'empty', 'leads to a repository with nothing in it yet')
  return found
}
