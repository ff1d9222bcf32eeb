import { readPktLines } from './pkt-line.ts'

/**
 * Which refs git-receive-pack says it has moved. The report may travel inside a side band, beside what hooks say. Null
 * where there is none: a client need not ask for it.
 */
export function readReport(bytes: Buffer): ReadonlySet<string> | null {
  const lines = readPktLines(bytes)
  const banded = lines.filter((line) => line[0] === 1).map((line) => line.subarray(1))
  const report = banded.length === 0 ? lines : readPktLines(Buffer.concat(banded))
  const texts = report.map((line) => line.toString('utf8').trimEnd())
  if (!texts.some((text) => text.startsWith('unpack '))) return null
  return new Set(texts.filter((text) => text.startsWith('ok ')).map((text) => text.slice('ok '.length)))
}
