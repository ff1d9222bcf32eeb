import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Attributes = Omit<SetCookie, 'name' | 'value'>

/** Read where somebody asks for it: most requests of programs carry none, and nobody asks. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const { cookie } = request.headers
  return cookie === undefined ? undefined : parseCookie(cookie)[name]
}

export function setCookie(reply: FastifyReply, name: string, value: string, attributes: Attributes): void {
  reply.header('set-cookie', stringifySetCookie({ ...attributes, name, value }))
}

export function clearCookie(reply: FastifyReply, name: string, attributes: Attributes): void {
  setCookie(reply, name, '', { ...attributes, expires: new Date(0), maxAge: 0 })
}
