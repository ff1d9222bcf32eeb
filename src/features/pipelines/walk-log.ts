import type { Reader } from '../../db/handle.ts'
import { type LogLine, parseLines, unpackText } from './log-line.ts'
import { chunksFrom } from './read-log.ts'

const chunksAtOnce = 16

/**
 * A whole log from its first line to the last that there is now, a piece at a time. `mayMatter` sees the text of a piece
 * with our signs in it, and saves making lines of what nobody wants.
 */
export async function* walkLog(
  reader: Reader,
  pipeline: { readonly id: number; readonly logLines: number },
  mayMatter: (text: string) => boolean = () => true,
): AsyncGenerator<readonly LogLine[]> {
  for (let next = 1; next <= pipeline.logLines; ) {
    const from = next
    for (const { first_line, line_count, data } of await chunksFrom(reader, pipeline.id, from, chunksAtOnce)) {
      const text = await unpackText(data)
      if (mayMatter(text)) yield parseLines(text, first_line).filter(({ number }) => number <= pipeline.logLines)
      next = first_line + line_count
    }
    if (next === from) return
  }
}
