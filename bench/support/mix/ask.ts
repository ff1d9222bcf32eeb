// A client that costs little: what asks runs on the same cores as what is measured.
import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

export function ask(url: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', reject).end(body)
  })
}

/** The answer, where it is one that was hoped for. */
export async function askWell(url: string, how: Ask = {}): Promise<Answer> {
  const answer = await ask(url, how)
  if (answer.status >= 400) {
    throw new Refused(answer.status, `${how.method ?? 'GET'} ${url}: ${answer.status} ${answer.body.toString()}`)
  }
  return answer
}

export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message.slice(0, 500))
    this.status = status
  }
}
