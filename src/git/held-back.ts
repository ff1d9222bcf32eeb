import { Writable } from 'node:stream'
import { sayToClient } from './say-to-client.ts'

/** Passes on what is written, or keeps it until it is let go. What is kept is a report of a few bytes a ref. */
export class HeldBack extends Writable {
  readonly #output: Writable
  readonly #kept: Buffer[] = []
  /** Hears what is written before anybody else does. */
  listener: (chunk: Buffer) => void = () => undefined
  #holding = false

  constructor(output: Writable) {
    super()
    this.#output = output
  }

  hold(): void {
    this.#holding = true
  }

  kept(): Buffer {
    return Buffer.concat(this.#kept)
  }

  letGo(lines: readonly string[]): void {
    this.#holding = false
    const words = sayToClient(Buffer.concat(this.#kept.splice(0)), lines)
    if (words.length > 0 && !this.#output.destroyed) this.#output.write(words)
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.listener(chunk)
    if (this.#holding) this.#kept.push(chunk)
    else if (!this.#output.destroyed) {
      this.#output.write(chunk, () => done())
      return
    }
    done()
  }
}
