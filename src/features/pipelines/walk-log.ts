import type { Reader } from '../../db/handle.ts'
import type { LogLine } from './log-line.ts'
import { linesFrom } from './read-log.ts'

const linesAtOnce = 4000

/** A whole log from its first line to the last that there is now, a piece at a time. */
export async function* walkLog(
  reader: Reader,
  pipeline: { readonly id: number; readonly logLines: number },
): AsyncGenerator<readonly LogLine[]> {
  for (let next = 1; next <= pipeline.logLines; ) {
    const lines = await linesFrom(reader, pipeline.id, next, Math.min(linesAtOnce, pipeline.logLines - next + 1))
    if (lines.length === 0) return
    yield lines
    next += lines.length
  }
}
