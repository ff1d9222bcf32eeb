import { type HookEvent, hookEvents } from '../../core/hook-events.ts'
import type { Form } from './forms/form.ts'
import { hookPayloads } from './forms/hook-payloads.ts'

const summaries: Readonly<Record<HookEvent, string>> = {
  push: 'Refs have moved: one delivery for each',
  create: 'A branch or a tag was made',
  delete: 'A branch or a tag was deleted',
  issues: 'Something happened to an issue',
  issue_comment: 'Something was said in an issue or a pull request, said in other words, or taken back',
  pull_request: 'Something happened to a pull request',
  pull_request_review: 'A review was submitted, said in other words, or dismissed',
  pipeline: 'A pipeline has got another status',
  release: 'A release was published, changed or deleted; of drafts nothing is told',
  ping: 'Somebody tests the webhook',
}

const about = [
  'Answer 2xx within 10 seconds. Network errors, 5xx, 408 and 429 are retried after 10 s, 1 m, 5 m, 30 m, 2 h and 6 h;',
  'other answers are final, and no redirect is followed. A webhook gets one delivery at a time and in order; one that',
  'failed comes again later and holds up no other. A delivery may come twice: X-Svc-Delivery is the same then.',
].join('\n')

function header(name: string, description: string, required = true): object {
  return { name, in: 'header', required, description, schema: { type: 'string' } }
}

function headersOf(event: HookEvent): readonly object[] {
  return [
    header('X-Svc-Event', `\`${event}\`; X-GitHub-Event says the same`),
    header(
      'X-Svc-Delivery',
      'A UUID, the same over all attempts and when it is sent again; X-GitHub-Delivery says the same',
    ),
    header('X-Svc-Attempt', 'Counts from 1'),
    header('X-Svc-Timestamp', 'Seconds since 1970'),
    header('X-Svc-Signature', '`sha256=` and HMAC-SHA256(secret, timestamp + "." + body) in hex', false),
    header('X-Hub-Signature-256', '`sha256=` and HMAC-SHA256(secret, body) in hex', false),
  ]
}

/** What webhooks send. It does not depend on the form that somebody reads about: a receiver cannot choose one. */
export function openApiWebhooks(deployment: Form): Readonly<Record<string, object>> {
  const payloads = hookPayloads(deployment)
  const described = hookEvents.flatMap((event) => {
    const schema = payloads[event]
    if (schema === null) return []
    const post = {
      operationId: `webhook_${event}`,
      tags: ['Webhooks'],
      summary: summaries[event],
      description: about,
      parameters: headersOf(event),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'It was taken' } },
    }
    return [[event, { post }] as const]
  })
  return Object.fromEntries(described)
}
