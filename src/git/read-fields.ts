import type { Readable } from 'node:stream'

/** What git writes with `-z`, piece by piece. */
export async function* fieldsOf(stream: Readable | null): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of stream?.setEncoding('utf8') ?? []) {
    const fields = (rest + String(chunk)).split('\0')
    rest = fields.pop() ?? ''
    yield* fields
  }
  if (rest !== '') yield rest
}
