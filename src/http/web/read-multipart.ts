import { malformed } from '../../core/errors.ts'

/** A file that somebody chose in a form. */
export interface SentFile {
  /** As the browser calls it; a folder's files come with their way from there. */
  readonly name: string
  readonly bytes: Buffer
}

export interface Multipart {
  readonly fields: readonly (readonly [string, string])[]
  readonly files: readonly (SentFile & { readonly field: string })[]
}

const mostParts = 1000
const longestHead = 8192
const boundaryShape = /;\s*boundary=(?:"([^"\\\r\n]{1,70})"|([^\s;",]{1,70}))/i

/**
 * Takes a form apart that was sent with files (RFC 7578). Nothing is copied: each part is a window on the body. What a
 * browser would not send is refused, not guessed at.
 */
export function readMultipart(body: Buffer, contentType: string): Multipart {
  const [, quoted, bare] = boundaryShape.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw malformed('The form does not say what its parts are separated by')
  const fields: [string, string][] = []
  const files: (SentFile & { field: string })[] = []
  for (const { head, content } of partsOf(body, `--${boundary}`)) {
    if (fields.length + files.length >= mostParts) throw malformed(`The form has more than ${mostParts} fields`)
    const { name, fileName } = nameIn(head)
    if (fileName === null) fields.push([name, content.toString('utf8')])
    else files.push({ field: name, name: fileName, bytes: content })
  }
  return { fields, files }
}

function* partsOf(body: Buffer, delimiter: string): Generator<{ head: string; content: Buffer }> {
  const between = Buffer.from(`\r\n${delimiter}`)
  let at = body.indexOf(delimiter)
  if (at !== 0 && body.indexOf(between) !== at - 2) throw broken()
  at += delimiter.length
  // Two dashes behind a delimiter end it all; otherwise a part follows on the next line.
  while (body.toString('latin1', at, at + 2) !== '--') {
    if (body.toString('latin1', at, at + 2) !== '\r\n') throw broken()
    const headEnd = body.indexOf('\r\n\r\n', at)
    const end = headEnd === -1 ? -1 : body.indexOf(between, headEnd + 2)
    if (end === -1 || headEnd - at > longestHead) throw broken()
    yield {
      head: body.toString('utf8', at + 2, headEnd),
      content: body.subarray(headEnd + 4, Math.max(end, headEnd + 4)),
    }
    at = end + between.length
  }
}

const disposition = /^content-disposition:\s*form-data\s*;\s*(.*)$/im

function nameIn(head: string): { name: string; fileName: string | null } {
  const parameters = disposition.exec(head)?.[1]
  const name = parameters === undefined ? undefined : /(?:^|;)\s*name="([^"]*)"/i.exec(parameters)?.[1]
  if (name === undefined || parameters === undefined) throw broken()
  const fileName = /(?:^|;)\s*filename="([^"]*)"/i.exec(parameters)?.[1]
  return { name: unescaped(name), fileName: fileName === undefined ? null : unescaped(fileName) }
}

/** What browsers escape in a name, and nothing else: a percent sign of the name's own stays. */
function unescaped(text: string): string {
  return text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

const broken = () => malformed('The form could not be read to its end')
