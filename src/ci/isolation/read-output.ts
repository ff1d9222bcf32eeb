import type { Readable } from 'node:stream'
import type { BoxCommand } from './isolation.ts'

type Stream = 'stdout' | 'stderr'

/**
 * Hands on what a command writes, piece by piece. As long as a piece is not taken nothing more is read, and a command
 * that writes faster waits: what it writes is never collected here.
 */
export async function readOutput(stream: Readable, name: Stream, onOutput: BoxCommand['onOutput']): Promise<void> {
  for await (const chunk of stream) await onOutput(name, chunk as Buffer)
}
