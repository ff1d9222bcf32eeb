import type { Readable } from 'node:stream'

/** What git writes with `-z`, piece by piece. */
export async function* fieldsOf(stream: Readable | null): AsyncGenerator<string> {
  for await (const fields of fieldsAsTheyCome(stream)) yield* fields
}

/** The same, as many at once as have come: to wait for each of very many takes longer than to look at it. */
export async function* fieldsAsTheyCome(stream: Readable | null, separator = '\0'): AsyncGenerator<readonly string[]> {
  let rest = ''
  for await (const chunk of stream?.setEncoding('utf8') ?? []) {
    const fields = (rest + String(chunk)).split(separator)
    rest = fields.pop() ?? ''
    yield fields
  }
  if (rest !== '') yield [rest]
}
