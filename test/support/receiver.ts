// The far end of a webhook: a real server that keeps what it is sent and answers as it is told.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Names of headers and their values in turn, spelled as they came. */
  readonly rawHeaders: readonly string[]
  readonly text: string
  readonly body: Record<string, unknown>
}

export interface Told {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
  /** Answers only after so many milliseconds. */
  readonly afterMs?: number
  /** Hangs up without a word. */
  readonly hangUp?: true
}

export interface Receiver {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** What it answers from now on. */
  answer: (request: Received) => Told
  stop(): Promise<void>
}

export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      const json = request.headers['content-type'] === 'application/json'
      const { headers, rawHeaders } = request
      const one = { path: request.url ?? '', headers, rawHeaders, text, body: json ? JSON.parse(text) : {} }
      received.push(one)
      const told = self.answer(one)
      if (told.hangUp === true) {
        response.destroy()
        return
      }
      setTimeout(() => {
        response.writeHead(told.status ?? 200, told.headers)
        response.end(told.text ?? 'thanks')
      }, told.afterMs ?? 0)
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const self: Receiver = {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    answer: () => ({}),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return self
}
