import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { day, second } from '../core/clock.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'

const lifetimeSeconds = (400 * day) / second

/** On https the prefix makes browsers refuse a cookie of this name from a sister host or over http. */
export function sessionCookieName(config: Config): string {
  return isSecure(config) ? '__Host-svc_session' : 'svc_session'
}

export function isSecure(config: Config): boolean {
  return config.BASE_URL.startsWith('https:')
}

export function readSessionCookie(config: Config, request: FastifyRequest): string | undefined {
  return readCookie(request, sessionCookieName(config))
}

export function setSessionCookie(config: Config, reply: FastifyReply, value: string): void {
  setCookie(reply, sessionCookieName(config), value, { ...attributes(config), maxAge: lifetimeSeconds })
}

export function clearSessionCookie(config: Config, reply: FastifyReply): void {
  clearCookie(reply, sessionCookieName(config), attributes(config))
}

function attributes(config: Config) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) } as const
}
