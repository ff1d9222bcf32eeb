import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

export type LogStream = 'stdout' | 'stderr' | 'system'

/** One line of a pipeline's log. Masked and harmless by the time it is one. */
export interface LogLine {
  /** From 1, over the whole pipeline. */
  readonly number: number
  readonly at: number
  readonly stream: LogStream
  /** The position of its job; null for what the runner says about the pipeline as a whole. */
  readonly job: number | null
  readonly step: number | null
  readonly text: string
}

const streams: readonly LogStream[] = ['stdout', 'stderr', 'system']

type Packed = readonly [at: number, stream: number, job: number | null, step: number | null, text: string]

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Lines to the bytes of one row. Compressing happens in a thread of its own. */
export function packLines(lines: readonly Omit<LogLine, 'number'>[]): Promise<Buffer> {
  const packed = lines.map(({ at, stream, job, step, text }): Packed => [at, streams.indexOf(stream), job, step, text])
  return deflate(JSON.stringify(packed), { level: 4 })
}

export async function unpackLines(data: Uint8Array, firstLine: number): Promise<readonly LogLine[]> {
  return parseLines(await unpackText(data), firstLine)
}

/** Of all lines, between signs of ours: for whoever wants to know whether something may be in them at all. */
export async function unpackText(data: Uint8Array): Promise<string> {
  return (await inflate(data)).toString('utf8')
}

export function parseLines(all: string, firstLine: number): readonly LogLine[] {
  const packed = JSON.parse(all) as Packed[]
  return packed.map(([at, stream, job, step, text], index) => ({
    number: firstLine + index,
    at,
    stream: streams[stream] ?? 'stdout',
    job,
    step,
    text,
  }))
}
