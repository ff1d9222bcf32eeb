import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

type Done = (error?: Error | null) => void

/** A pipe to a process that is being started: what is written waits until it is there. */
export class LatePipe extends Duplex {
  #socket: Socket | null = null
  #waiting: (() => void) | null = null
  #isDetached = false

  /** As Node has them: one to write to, two to read from, and others that do both. */
  constructor(fd: number) {
    const sides = { readable: fd !== 0, writable: fd === 0 || fd > 2, allowHalfOpen: false }
    super(sides)
  }

  /** Nothing was heard of it yet. */
  get isExpected(): boolean {
    return this.#socket === null && !this.#isDetached && !this.destroyed
  }

  attach(socket: Socket): void {
    if (this.destroyed) {
      socket.destroy()
      return
    }
    this.#socket = socket
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => {
      if (!this.readable || this.readableEnded) this.destroy()
    })
    if (this.readable) {
      socket.on('data', (bytes: Buffer) => {
        if (!this.push(bytes)) socket.pause()
      })
      socket.on('end', () => this.#endReading())
    }
    this.#waiting?.()
    this.#waiting = null
  }

  /** Nothing is at the other end any more. */
  detach(): void {
    if (this.#socket !== null) return
    this.#isDetached = true
    if (this.readable) this.#endReading()
    else this.destroy()
  }

  /** Whoever has stopped reading at the last byte would never ask for the end, and the pipe never close. */
  #endReading(): void {
    this.push(null)
    this.read(0)
  }

  override _read(): void {
    this.#socket?.resume()
  }

  override _write(bytes: Buffer, _encoding: string, done: Done): void {
    this.#once((socket) => socket.write(bytes, done))
  }

  override _final(done: Done): void {
    this.#once((socket) => socket.end(() => done()))
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#socket?.destroy()
    done(error)
  }

  #once(act: (socket: Socket) => void): void {
    const socket = this.#socket
    if (socket !== null) act(socket)
    else this.#waiting = () => this.#once(act)
  }
}
