import { createHmac } from 'node:crypto'
import type { App } from '../../app.ts'
import { second } from '../../core/clock.ts'
import { failureInWords } from './failure-in-words.ts'
import type { DeliveryRow, HookRow } from './hook-lease.ts'
import { type Answer, post } from './post.ts'
import { Unreachable } from './reach.ts'
import { secretOf } from './store.ts'

const timeoutMs = 10 * second

export interface MadeAttempt {
  readonly number: number
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly answer: Answer | null
  readonly error: string | null
  /** Trying again would not help: we do not go there. */
  readonly isFinal: boolean
  readonly durationMs: number
}

/** One try: signed, timed, and told as it went. It never throws. */
export async function attemptDelivery(
  app: Pick<App, 'clock' | 'config' | 'keys' | 'log'>,
  hook: HookRow,
  delivery: DeliveryRow & { readonly body: string },
): Promise<MadeAttempt> {
  const number = delivery.attempts + 1
  const body = hook.content_type === 'form' ? new URLSearchParams({ payload: delivery.body }).toString() : delivery.body
  const requestHeaders = headersOf(app, hook, delivery, { number, body })
  const began = performance.now()
  const ended = (): number => Math.round(performance.now() - began)
  try {
    const answer = await post({
      url: hook.url,
      headers: requestHeaders,
      body,
      allowedHosts: app.config.WEBHOOK_ALLOWED_HOSTS,
      timeoutMs,
    })
    return { number, requestHeaders, answer, error: null, isFinal: false, durationMs: ended() }
  } catch (error) {
    const told = failureInWords(error, hook.url)
    const text = told ?? 'The delivery failed: the log of the service says why'
    if (error instanceof Unreachable) app.log.warn({ hook: hook.id, address: error.address }, text)
    if (told === null) app.log.warn({ hook: hook.id, error: String(error) }, 'a delivery failed')
    return {
      number,
      requestHeaders,
      answer: null,
      error: text,
      isFinal: error instanceof Unreachable,
      durationMs: ended(),
    }
  }
}

function headersOf(
  app: Pick<App, 'clock' | 'keys'>,
  hook: HookRow,
  delivery: DeliveryRow,
  { number, body }: { readonly number: number; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(app.clock.now() / 1000))
  const secret = secretOf(app.keys.seal, hook)
  // What is sent again is the same thing once more, to whoever keeps what they have handled.
  const id = delivery.redelivery_of ?? delivery.uuid
  // Spelled as they are documented: case does not count, but not every receiver knows that.
  return {
    'Content-Type': hook.content_type === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    'User-Agent': 'Stithy-Webhook/1',
    Accept: '*/*',
    'X-Svc-Event': delivery.event,
    'X-Svc-Delivery': id,
    'X-Svc-Attempt': String(number),
    'X-Svc-Timestamp': timestamp,
    // Receivers that were written for other forges know these.
    'X-GitHub-Event': delivery.event,
    'X-GitHub-Delivery': id,
    ...(secret === null
      ? {}
      : {
          'X-Svc-Signature': `sha256=${hmac(secret, `${timestamp}.${body}`)}`,
          'X-Hub-Signature-256': `sha256=${hmac(secret, body)}`,
        }),
  }
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
