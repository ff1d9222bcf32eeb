import type { FastifyReply } from 'fastify'
import type { App } from '../../app.ts'
import type { Fault } from '../../core/errors.ts'
import type { Right } from '../../features/access/permit.ts'
import type { Exchange } from '../api/route.ts'
import { sendBytes } from '../send-bytes.ts'
import { inWords } from './components/relative-time.ts'
import { setFlash } from './flash.ts'
import { renderPage } from './layout/render-page.ts'
import type { PageAnswer, PageCall, PageRoute } from './page-route.ts'

export function sendPage(
  { app, request, reply }: Exchange & { readonly app: App },
  answer: PageAnswer,
  caching = 'private, no-cache',
): FastifyReply | Promise<FastifyReply> {
  switch (answer.kind) {
    case 'go':
      if (answer.flash !== null) setFlash(app, reply, answer.flash)
      return reply.redirect(answer.to, 303)
    case 'moved':
      return reply.redirect(answer.to, 302)
    case 'bytes':
      return sendBytes(request, reply, answer.bytes)
    case 'json':
      return reply.header('cache-control', 'private, no-cache').send(answer.body)
    case 'raw':
      return reply
        .type(answer.type)
        .header('cache-control', `public, max-age=${answer.maxAgeSeconds}`)
        .send(answer.body)
    case 'show':
      return reply
        .code(answer.status)
        .type('text/html; charset=utf-8')
        .header('cache-control', caching)
        .send(bytesOf(renderPage(answer.view)))
  }
}

/** Past the limit. Where the form has something typed in that is worth keeping, it comes back with it. */
export async function answerLimited(
  route: PageRoute,
  call: PageCall<Right>,
  refused: Fault,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  if (route.limited === undefined) throw refused
  const wait = inWords(refused.retryAfterSeconds ?? 0)
  const answer = await route.limited(call, { form: `Too many attempts: try again in ${wait}.` })
  reply.header('retry-after', refused.retryAfterSeconds ?? 0)
  return sendPage({ app: call.app, request, reply }, answer.kind === 'show' ? { ...answer, status: 429 } : answer)
}

/** What is shorter is written together with its head. */
const longestText = 64 * 1024

/** Node goes through a text three times: to count its bytes, to put the head before it, and to write it. */
function bytesOf(page: string): string | Buffer {
  return page.length > longestText ? Buffer.from(page) : page
}
