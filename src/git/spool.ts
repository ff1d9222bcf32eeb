import { close, openSync, write } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'

const chunkBytes = 256 * 1024

/**
 * Bytes that are written to a file once and read by any number while they are still coming. A slow reader holds up
 * neither the writer nor the other readers.
 */
export class Spool {
  readonly path: string
  #written = 0
  #ended = false
  #failure: Error | null = null
  #wake: (() => void)[] = []
  #readers = 0
  readonly #abandoned: () => void

  /** `abandoned` is called when the last reader leaves before the end. */
  constructor(path: string, abandoned: () => void) {
    this.path = path
    this.#abandoned = abandoned
  }

  get size(): number {
    return this.#written
  }

  /** Takes the bytes; ending it is not the end of the spool, which whoever produces them declares. */
  writer(): Writable {
    const file = openSync(this.path, 'wx', 0o600)
    return new Writable({
      highWaterMark: chunkBytes,
      write: (chunk: Buffer, _encoding, done) =>
        write(file, chunk, (error, count) => {
          this.#written += error === null ? count : 0
          this.#tell()
          done(error ?? (count < chunk.length ? new Error('The disk took only a part of what was written') : null))
        }),
      destroy: (error, done) => close(file, () => done(error)),
    })
  }

  end(): void {
    this.#ended = true
    this.#tell()
  }

  fail(error: Error): void {
    this.#failure = error
    this.#tell()
  }

  /** From the beginning to the end, waiting for what is not there yet. */
  async *read(): AsyncGenerator<Buffer> {
    this.#readers++
    let file: FileHandle | null = null
    try {
      for (let at = 0; ; ) {
        if (this.#failure !== null) throw this.#failure
        if (at < this.#written) {
          file ??= await open(this.path)
          const { bytesRead, buffer } = await file.read({
            buffer: Buffer.allocUnsafeSlow(Math.min(chunkBytes, this.#written - at)),
            position: at,
          })
          if (bytesRead === 0) throw new Error('A spooled file is shorter than what was written to it')
          at += bytesRead
          yield buffer.subarray(0, bytesRead)
        } else if (this.#ended) return
        else await new Promise<void>((resolve) => this.#wake.push(resolve))
      }
    } finally {
      await file?.close()
      if (--this.#readers === 0 && !this.#ended) this.#abandoned()
    }
  }

  #tell(): void {
    for (const wake of this.#wake.splice(0)) wake()
  }
}
