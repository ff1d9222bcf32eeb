// Sends a request target exactly as it is written: `fetch` would tidy it up.
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Answer, Client } from './client.ts'

export interface RawRequest {
  readonly method?: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export async function sendRaw(client: Client, { method = 'GET', target, headers, body }: RawRequest): Promise<Answer> {
  const { hostname, port } = new URL(client.url)
  const sent = request({
    hostname,
    port,
    method,
    path: target,
    headers: {
      // Node would frame the body of a POST by itself, but not that of a GET or DELETE.
      ...(body === undefined || headers?.['transfer-encoding'] !== undefined
        ? {}
        : { 'content-length': String(Buffer.byteLength(body)) }),
      ...(client.form === undefined ? {} : { 'x-api-form': client.form }),
      ...(client.token === undefined ? {} : { authorization: `Bearer ${client.token}` }),
      ...headers,
    },
  })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  const whole = await text(answer)
  const names = Object.entries<string | string[]>(answer.headers)
  const isJson = String(answer.headers['content-type']).startsWith('application/json') && whole !== ''
  return {
    status: answer.statusCode,
    headers: new Headers(names.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]))),
    text: whole,
    body: isJson ? JSON.parse(whole) : undefined,
  }
}
