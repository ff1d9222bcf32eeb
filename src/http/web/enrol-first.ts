import type { FastifyReply } from 'fastify'
import type { App } from '../../app.ts'
import { setFlash } from './flash.ts'

const text = 'Everybody here signs in with a second factor. Set yours up to go on.'

/** Leads somebody to where the second factor is set up that the service asks of everybody. */
export function enrolFirst(app: App, reply: FastifyReply): FastifyReply {
  setFlash(app, reply, { tone: 'warning', text })
  return reply.redirect('/settings/security', 303)
}
