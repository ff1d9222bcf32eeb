import type { Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import type { Connection, ServerChannel } from 'ssh2'

/** Bytes that are encrypted or decrypted in one go: about a millisecond, after which others get their turn. */
export const mostInOneGo = 128 * 1024

/**
 * What a client sends on a channel. The channel itself is not given to git: destroying it would close the channel before
 * the exit status is out. When this one is destroyed, what still comes is dropped.
 */
export class ChannelInput extends Readable {
  readonly #channel: ServerChannel

  constructor(channel: ServerChannel, heard: (bytes: number) => void) {
    super()
    this.#channel = channel
    channel.on('data', (chunk: Buffer) => {
      heard(chunk.length)
      if (!this.destroyed && !this.push(chunk)) channel.pause()
    })
    channel.once('end', () => this.push(null))
    channel.pause()
  }

  override _read(): void {
    this.#channel.resume()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#channel.resume()
    done(error)
  }
}

/**
 * What git says to a client. The library writes to the socket without looking whether it keeps up, and lays aside what it
 * may not send while keys are being exchanged: a client that does not read, or never finishes the exchange, would fill
 * our memory. So a chunk counts as written when the socket has taken it.
 */
export class ChannelOutput extends Writable {
  readonly #channel: ServerChannel
  readonly #connection: Connection
  readonly #socket: Socket
  readonly #heard: () => void
  #done: (() => void) | null = null
  #inOneGo = 0

  constructor(channel: ServerChannel, connection: Connection, socket: Socket, heard: () => void) {
    super()
    this.#channel = channel
    this.#connection = connection
    this.#socket = socket
    this.#heard = heard
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#heard()
    this.#done = done
    const socket = this.#socket
    const expected = socket.bytesWritten + chunk.length
    // A packet is several writes to the socket: together they are one call to the operating system.
    socket.cork()
    try {
      this.#channel.write(chunk, () => {
        if (socket.bytesWritten < expected) this.#connection.once('rekey', () => this.#continue())
        else if (socket.writableNeedDrain) socket.once('drain', () => this.#continue())
        else this.#continueInTurn(chunk.length)
      })
    } finally {
      socket.uncork()
    }
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Whoever waits for the chunk that is under way waits no longer.
    this.#continue()
    done(error)
  }

  /** Reading from git, encrypting and sending could go on for megabytes before anybody else gets a turn. */
  #continueInTurn(bytes: number): void {
    this.#inOneGo += bytes
    if (this.#inOneGo < mostInOneGo) {
      this.#continue()
      return
    }
    this.#inOneGo = 0
    setImmediate(() => this.#continue())
  }

  #continue(): void {
    const done = this.#done
    this.#done = null
    done?.()
  }
}
