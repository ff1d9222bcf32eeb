import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { sameText } from '../../secrets/token-text.ts'
import { clearCookie, readCookie, setCookie } from '../cookies.ts'
import { isSecure } from '../session-cookie.ts'
import type { Flash } from './layout/chrome.ts'

const name = 'svc_flash'

type Needs = Pick<App, 'config' | 'keys'>

/** A sentence for the next page, kept by the browser on the way there. Signed: nobody else writes on our pages. */
export function setFlash(app: Needs, reply: FastifyReply, flash: Flash): void {
  const text = Buffer.from(JSON.stringify(flash)).toString('base64url')
  setCookie(reply, name, `${text}.${sign(app, text)}`, { ...attributes(app), maxAge: 60 })
}

export function takeFlash(app: Needs, request: FastifyRequest, reply: FastifyReply): Flash | null {
  const kept = readCookie(request, name)
  if (kept === undefined) return null
  clearCookie(reply, name, attributes(app))
  const [text = '', signature = ''] = kept.split('.')
  if (!sameText(signature, sign(app, text))) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Flash
}

function sign(app: Needs, text: string): string {
  return createHmac('sha256', app.keys.cookie).update(text).digest('base64url')
}

function attributes(app: Needs) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(app.config) } as const
}
