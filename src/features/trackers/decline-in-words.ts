import { Fault, type FaultDetail, invalidField } from '../../core/errors.ts'
import { Declined } from './ask-api.ts'
import type { Forge } from './forge.ts'
import { Nonsense } from './read-json.ts'

/** Why another server's issues cannot be had, for whoever asked for them. */
export function whyDeclined(error: unknown, forge: Pick<Forge, 'base' | 'name'>, hasToken: boolean): unknown {
  const host = forge.base.hostname
  if (error instanceof Nonsense) return about('no_tracker', `${host} does not answer as ${forge.name} does`)
  if (!(error instanceof Declined)) return error
  const { status, comeBack } = error
  if (comeBack !== null) {
    const more = hasToken ? '' : ', or give a token: then it takes more'
    return about('rate_limited', `${host} takes no more questions for now: try again later${more}`)
  }
  if (status === 401 || status === 403) {
    return hasToken
      ? about('refused', `${host} refuses the token, or it may not read issues there`, 'password')
      : about('refused', `${host} wants a token that may read issues`, 'password')
  }
  if (status === 404)
    return about('not_found', `${host} knows no such project, or shows it only to whoever has a token for it`)
  if (status >= 300 && status < 400) return about('moved', `${host} leads elsewhere: give the address that it leads to`)
  return about('unreachable', `${host} says ${status}: try again later`)
}

/** The sentence stands alone on a page and in an answer. */
function about(code: string, message: string, field = 'tracker'): Fault {
  const detail: FaultDetail = { field, code, message }
  return new Fault('invalid', message, { code: invalidField(field, code, message).code, details: [detail] })
}
