import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'
import { malformed, tooSlow } from '../core/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is streamed to the handler, which has rules of its own for slow ones. */
    streams?: boolean
  }
}

/** A mebibyte over any line that people still use. */
const deadlineMs = 60_000
/** After the answer: how long a client may go on sending what nobody reads, until it has noticed. */
const lingerMs = 10_000

/** For a scope whose bodies are collected: one that does not come to its end in time is given up. */
export function limitBodyTime(scope: FastifyInstance, ms: number = deadlineMs): void {
  const watch: preParsingHookHandler = (request, _reply, payload, done) => {
    if (announcesBody(request) && request.routeOptions.config.streams !== true) {
      // Whoever collects the body listens for errors while it does, and answers this one.
      const giveUp = (): void => void (payload.listenerCount('error') > 0 && payload.emit('error', tooSlow()))
      const timer = setTimeout(giveUp, ms).unref()
      const end = (): void => clearTimeout(timer)
      payload.once('end', end).once('close', end)
    }
    done(null, payload)
  }
  scope.addHook('preParsing', watch)
}

/**
 * For the whole server. A body that nobody asked for is left unread where no route takes it, and does not hold the
 * connection for longer than it takes to hear the answer.
 */
export function leaveUnread(server: FastifyInstance, ms: number = lingerMs): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, ready) => ready(null))
  server.addHook('onRequest', (request, reply, done) => {
    if (announcesBody(request)) hangUpLater(request.raw, reply.raw, ms)
    // Of which type nothing is, is nothing to parse: whoever would read it would wait for an end that never comes.
    else delete request.raw.headers['content-type']
    // We change to no other protocol, but Node drops what comes in the same packet behind a request to.
    if (request.headers.upgrade !== undefined) reply.header('connection', 'close')
    // Node would refuse it in an answer without any of our headers.
    done(request.headers.host === undefined && isModern(request) ? malformed('The Host header is missing') : undefined)
  })
}

function hangUpLater(request: IncomingMessage, answer: ServerResponse, ms: number): void {
  // Known now: whoever gives up reading a body takes the socket from the request.
  const { socket } = request
  // No listener on the socket: it may carry many such requests, one after the other.
  answer.once('close', () => {
    if (!request.complete) setTimeout(() => request.complete || socket.destroy(), ms).unref()
  })
}

function announcesBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

function isModern({ raw }: FastifyRequest): boolean {
  return raw.httpVersionMajor === 1 && raw.httpVersionMinor === 1
}
