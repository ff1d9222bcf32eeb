import type { FastifyInstance, FastifyRequest } from 'fastify'
import { malformed } from '../../core/errors.ts'
import { limitBodyTime } from '../unread-bodies.ts'
import { readJson } from './read-json.ts'

export const bodyLimit = 1024 * 1024

/** JSON or nothing: another content type is told so instead of being guessed at. */
export function parseBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  limitBodyTime(server)
  server.addContentTypeParser(
    /^application\/([\w.+-]+\+)?json\b/,
    { parseAs: 'buffer', bodyLimit },
    async (_request: FastifyRequest, bytes: Buffer) => (bytes.length === 0 ? undefined : readJson(bytes)),
  )
  server.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit },
    async (_request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length > 0) throw malformed('The Content-Type must be application/json')
      return undefined
    },
  )
}
