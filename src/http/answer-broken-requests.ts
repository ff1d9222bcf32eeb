import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { App } from '../app.ts'
import { type Fault, malformed, tooSlow } from '../core/errors.ts'
import { presentFault } from './api/forms/errors.ts'

const lingerMs = 2000

/**
 * What cannot be read as HTTP has no path that would say which door it knocked at: it is answered as the API of this
 * deployment would, and that is the end of the connection.
 */
export function answerBrokenRequests(app: Pick<App, 'config' | 'log'>): (error: Error, socket: Socket) => void {
  const form = app.config.API_FORM
  return (error, socket) => {
    // Gone, told already, or in the middle of an answer that nothing else may be written into.
    if (!socket.writable || isAnswering(socket)) {
      socket.destroy()
      return
    }
    const requestId = randomUUID()
    const { status, fault } = meaningOf(error)
    const body = JSON.stringify(presentFault(form, fault, requestId))
    app.log.info({ request_id: requestId, status: Number.parseInt(status, 10), ip: socket.remoteAddress }, 'request')
    const head = [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options: nosniff',
      'X-API-Version: 1',
      `X-API-Form: ${form}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    // Cut off at once, the answer would be lost to whoever is still sending.
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
    socket.once('close', () => clearTimeout(timer))
  }
}

function meaningOf(error: Error): { readonly status: string; readonly fault: Fault } {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { status: '431 Request Header Fields Too Large', fault: malformed('The headers are too large') }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: '408 Request Timeout', fault: tooSlow() }
  return { status: '400 Bad Request', fault: malformed('This is not a request that HTTP knows') }
}

function isAnswering(socket: Socket): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage')
  return typeof answer === 'object' && answer !== null && Reflect.get(answer, 'headersSent') === true
}
