// A TCP connection under a test's own hands: what HTTP clients hide is what a drain is about.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventually } from '../support/stithy.ts'

export interface Wire {
  send(text: string): void
  /** Waits until the answer matches. */
  receive(pattern: RegExp): Promise<string>
  end(): void
  readonly closed: Promise<void>
}

/** Rejects with the code of the operating system when nobody listens. */
export async function openWire(port: string): Promise<Wire> {
  const socket: Socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => undefined)
  return {
    send: (part) => void socket.write(part),
    receive: (pattern) =>
      eventually(() => {
        if (!pattern.test(text)) throw new Error(`No ${String(pattern)} in: ${text}`)
        return text
      }),
    end: () => socket.destroy(),
    // However it ends: a connection that is cut off says so by an error first.
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  }
}
