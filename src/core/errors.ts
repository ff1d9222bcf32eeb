import { fileSize } from './file-size.ts'

/** What a caller may be told went wrong. Each door has one table from kind to its own answer. */
export type FaultKind =
  | 'malformed' // the bytes are not what the door speaks (not JSON, wrong content type)
  | 'invalid' // well-formed, but a value is not acceptable
  | 'unauthorized' // credentials needed, absent or bad
  | 'forbidden' // known, but not allowed
  | 'not-found' // missing, or not visible to this caller: never told apart
  | 'conflict'
  | 'overtaken' // it is no longer what the caller says to have seen
  | 'rate-limited'
  | 'too-large'
  | 'too-slow' // the body does not come fast enough to be waited for
  | 'unsupported' // the body is packed in a way that nobody here opens
  | 'unsatisfiable' // a part was asked for that lies behind the end
  | 'internal' // a bug or a broken part of ours
  | 'unavailable' // starting, draining, or a part that is needed is down

export interface FaultDetail {
  readonly field: string
  readonly code: string
  readonly message: string
}

export interface FaultFields {
  /** The identifier that Form A shows, in upper case. */
  readonly code: string
  readonly details?: readonly FaultDetail[]
  readonly retryAfterSeconds?: number
}

/** The one error that features throw on purpose. Anything else that reaches a door is a bug and answers 500. */
export class Fault extends Error {
  readonly kind: FaultKind
  readonly code: string
  readonly details: readonly FaultDetail[]
  readonly retryAfterSeconds: number | undefined

  constructor(kind: FaultKind, message: string, fields: FaultFields) {
    super(message)
    this.name = 'Fault'
    this.kind = kind
    this.code = fields.code
    this.details = fields.details ?? []
    this.retryAfterSeconds = fields.retryAfterSeconds
  }
}

/** The nouns that have a `<NOUN>_NOT_FOUND` and a `<NOUN>_EXISTS`. */
export type Noun =
  | 'USER'
  | 'TOKEN'
  | 'KEY'
  | 'PASSKEY'
  | 'IDENTITY'
  | 'SESSION'
  | 'JOB'
  | 'REPO'
  | 'BRANCH'
  | 'TAG'
  | 'COMMIT'
  | 'TEAM'
  | 'RELEASE'
  | 'PROTECTION'
  | 'ASSET'
  | 'OBJECT'
  | 'LOCK'
  | 'ISSUE'
  | 'PULL'
  | 'COMMENT'
  | 'REVIEW'
  | 'LABEL'
  | 'MILESTONE'
  | 'ATTACHMENT'
  | 'WEBHOOK'
  | 'DELIVERY'
  | 'NOTIFICATION'
  | 'REACTION'
  | 'PIPELINE'
  | 'ARTIFACT'
  | 'VARIABLE'
  | 'STAR'
  | 'IMPORT'
  | 'MIRROR'

export function notFound(noun: Noun, message = `${sentenceCase(noun)} not found`): Fault {
  return new Fault('not-found', message, { code: `${noun}_NOT_FOUND` })
}

export function alreadyExists(noun: Noun, field: string, message: string): Fault {
  return new Fault('conflict', message, { code: `${noun}_EXISTS`, details: [{ field, code: 'taken', message }] })
}

export function conflict(message: string, details: readonly FaultDetail[] = []): Fault {
  return new Fault('conflict', message, { code: 'CONFLICT', details })
}

/** The caller named what they saw (`If-Match`), and it says something else now. */
export function overtaken(): Fault {
  const message = 'It was changed in the meantime: read it again, then change it'
  return new Fault('overtaken', message, { code: 'PRECONDITION_FAILED' })
}

export function invalid(details: readonly FaultDetail[], code = 'VALIDATION_FAILED'): Fault {
  const first = details[0]
  const message = first === undefined ? 'The request is not valid' : `${first.field}: ${first.message}`
  return new Fault('invalid', message, { code, details })
}

export function invalidField(field: string, code: string, message: string): Fault {
  return invalid([{ field, code, message }])
}

export function malformed(message: string): Fault {
  return new Fault('malformed', message, { code: 'VALIDATION_FAILED' })
}

export function unauthorized(message = 'Sign in, or send a valid token'): Fault {
  return new Fault('unauthorized', message, { code: 'UNAUTHORIZED' })
}

export function tokenExpired(): Fault {
  return new Fault('unauthorized', 'The token has expired', { code: 'TOKEN_EXPIRED' })
}

/** One answer for every reason why a sign-in fails, so that nobody learns which accounts exist. */
export function invalidCredentials(): Fault {
  return new Fault('unauthorized', 'The name, password or code is wrong', { code: 'INVALID_CREDENTIALS' })
}

/** Only for whoever knew the password: then it is no secret that the account exists. */
export function wrongCode(): Fault {
  return new Fault('unauthorized', 'The code is wrong', { code: 'INVALID_CREDENTIALS' })
}

/** One answer for every reason, here too. What to do instead, the page knows. */
export function passkeyRefused(instead: string): Fault {
  return new Fault('unauthorized', `The passkey was not accepted: ${instead}`, { code: 'INVALID_CREDENTIALS' })
}

/** The challenge is used up, too old, or none of ours. */
export function startAgain(): Fault {
  const message = 'Start again: sign in once more'
  const details = [{ field: 'challenge_token', code: 'expired', message }]
  return new Fault('unauthorized', message, { code: 'INVALID_CREDENTIALS', details })
}

export function forbidden(message = 'You may not do this'): Fault {
  return new Fault('forbidden', message, { code: 'FORBIDDEN' })
}

export function insufficientScope(scope: string): Fault {
  return new Fault('forbidden', `The token lacks the scope ${scope}`, { code: 'INSUFFICIENT_SCOPE' })
}

export function rateLimited(retryAfterSeconds: number, why = 'Too many requests'): Fault {
  return new Fault('rate-limited', `${why}: try again in ${retryAfterSeconds} s`, {
    code: 'RATE_LIMITED',
    retryAfterSeconds,
  })
}

export function tooLarge(limitBytes: number): Fault {
  return new Fault('too-large', `The body is larger than ${fileSize(limitBytes)}`, { code: 'PAYLOAD_TOO_LARGE' })
}

export function unsupported(message: string): Fault {
  return new Fault('unsupported', message, { code: 'VALIDATION_FAILED' })
}

export function tooSlow(): Fault {
  return new Fault('too-slow', 'The body came too slowly', { code: 'TIMED_OUT' })
}

export function stoppedReading(): Fault {
  return new Fault('too-slow', 'The answer was read too slowly', { code: 'TIMED_OUT' })
}

export function unsatisfiableRange(): Fault {
  return new Fault('unsatisfiable', 'The range lies behind the end', { code: 'RANGE_NOT_SATISFIABLE' })
}

/** For people; the code keeps the short name. */
function sentenceCase(noun: Noun): string {
  if (noun === 'REPO') return 'Repository'
  if (noun === 'PULL') return 'Pull request'
  return noun.charAt(0) + noun.slice(1).toLowerCase()
}
