import { type FileHandle, open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { CopyBuffer, CopyBuffers } from './copy-buffers.ts'

/** Whoever takes a step in less than this is quick. */
const quickMs = 50
/** How long a reader that has caught up waits before it looks again. */
const lookMs = 8

/**
 * A file that grows while any number of readers follow it. Whoever fills it writes to it without us: not a byte passes
 * through this process but on its way out. A slow reader holds up neither the writer nor the other readers.
 */
export class Spool {
  readonly path: string
  readonly #buffers: CopyBuffers
  #ended = false
  #isRight = false
  #failure: Error | null = null
  #readers = 0
  /** Until it is filled: it holds on to all that was needed for that. */
  #abandoned: (() => void) | null

  /** `abandoned` is called when the last reader leaves before the end. */
  constructor(path: string, buffers: CopyBuffers, abandoned: () => void) {
    this.path = path
    this.#buffers = buffers
    this.#abandoned = abandoned
  }

  /** `isRight` says whether that was the whole and right answer. */
  end(isRight: boolean): void {
    this.#ended = true
    this.#isRight = isRight
    this.#abandoned = null
  }

  fail(error: Error): void {
    this.#failure = error
    this.#abandoned = null
  }

  /**
   * From the beginning to the end, waiting for what is not there yet, and so long for a reader that takes nothing. Returns
   * whether that was the right answer; null where somebody has removed the file, and nothing was sent. `found` is told that
   * it is there.
   */
  async sendTo(output: Writable, stallMs: number, found: () => void = () => undefined): Promise<boolean | null> {
    this.#readers++
    try {
      await using file = await open(this.path).catch(nullIfGone)
      if (file === null) return null
      found()
      using buffer = this.#buffers.open()
      await this.#follow(file, buffer, output, stallMs)
      output.end()
      return this.#isRight
    } finally {
      if (--this.#readers === 0) this.#abandoned?.()
    }
  }

  async #follow(file: FileHandle, buffer: CopyBuffer, output: Writable, stallMs: number): Promise<void> {
    for (let at = 0; ; ) {
      if (output.destroyed) throw new Error('The client hung up')
      // Looked at before reading: what was written before the end is then all there.
      const ended = this.#ended
      // One piece of memory again and again: a new one for each step would keep the garbage collector busy.
      const { bytes } = buffer
      const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
      if (this.#failure !== null) throw this.#failure
      if (bytesRead > 0) buffer.adapt((await send(output, bytes.subarray(0, bytesRead), stallMs)) < quickMs)
      else if (ended) return
      else await new Promise((resolve) => setTimeout(resolve, lookMs))
      at += bytesRead
    }
  }
}

function nullIfGone(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/** Until the bytes are out of our hands: only then may the memory hold others. Returns how long that took. */
function send(output: Writable, bytes: Buffer, stallMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    // The memory is still lent to it: nothing more may be asked of it.
    const stalled = setTimeout(() => output.destroy(), stallMs)
    const hungUp = (): void => {
      clearTimeout(stalled)
      reject(new Error('The client hung up'))
    }
    output.once('close', hungUp)
    output.write(bytes, (error) => {
      clearTimeout(stalled)
      output.off('close', hungUp)
      if (error) reject(error)
      else resolve(performance.now() - began)
    })
  })
}
