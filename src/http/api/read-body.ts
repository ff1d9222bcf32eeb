import type { FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { lengthOf, openUpload, type Upload } from '../open-upload.ts'
import { isByteBody, type Route } from './route.ts'
import { bodyChecker } from './validate.ts'

interface ReadBody {
  readonly value: Upload | Record<string, unknown> | undefined
  /** What is left of an upload that was refused is not waited for. */
  readonly letGo: () => void
}

const nothing: ReadBody = { value: undefined, letGo: () => undefined }

/** How a route reads what it is sent: as a stream, or as the JSON that it asks for. */
export function bodyReader(app: App, { body, method, path }: Route): (request: FastifyRequest) => ReadBody {
  if (body === undefined) return () => nothing
  if (isByteBody(body)) {
    return (request) => {
      const most = typeof body.limit === 'number' ? body.limit : app.config[body.limit]
      const stream = openUpload(request, most)
      const type = request.headers['content-type'] ?? null
      return { value: { type, length: lengthOf(request), stream }, letGo: () => stream.destroy() }
    }
  }
  // Nothing stands for a code or a password.
  const checker = bodyChecker(body, { nullIsNone: method === 'POST' && !path.startsWith('/auth/') })
  // Nothing at all says as much as an object with nothing in it.
  return (request) => ({ ...nothing, value: checker.check(request.body === undefined ? {} : request.body) })
}
