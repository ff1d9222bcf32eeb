import { setImmediate as othersTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { malformed, tooLarge } from '../../core/errors.ts'
import { limitBodyTime } from '../unread-bodies.ts'
import { FormFields } from './form-fields.ts'
import { readMultipart } from './read-multipart.ts'

/** What the forms of ours come to, many times over. */
export const formLimit = 64 * 1024
/** For forms with a field for prose. */
export const textFormLimit = 1024 * 1024
/** For forms with a file's text, which may grow by half when the browser ends each of its lines in its own way. */
export const editorFormLimit = 11 * 1024 * 1024
/** For forms that files are chosen in. */
export const uploadFormLimit = 26 * 1024 * 1024
const mostFields = 1000
const sayingNothing = new Set(['', '{}', '{ }', 'null'])

/** Forms or nothing. What is too much is refused before it is taken apart: every field costs far more than its bytes. */
export function parseForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  limitBodyTime(scope)
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => readForm(text),
  )
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { fields, files } = readMultipart(body, request.headers['content-type'] ?? '')
      // A long text has taken its time; what becomes of it begins anew.
      await othersTurn()
      return new FormFields(fields, files)
    },
  )
  // Programs say with every body that it is JSON, also of one that says nothing.
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => {
      if (!sayingNothing.has(text.trim())) throw notAForm()
      return undefined
    },
  )
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => {
    if (bytes.length > 0) throw notAForm()
    return undefined
  })
}

function notAForm(): Error {
  return malformed('A form has to be sent as application/x-www-form-urlencoded')
}

function readForm(text: string): FormFields {
  // Every escape has to be looked at: longer texts come in parts, which need none.
  if (text.length > textFormLimit) throw tooLarge(textFormLimit)
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    if (++fields > mostFields) throw malformed(`The form has more than ${mostFields} fields`)
  }
  return new FormFields(new URLSearchParams(text))
}
