// A real SMTP server that keeps what it gets.
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { eventually } from './stithy.ts'

export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** As it came over the wire. */
  readonly raw: string
  readonly mail: Email
}

export interface SmtpServer {
  readonly received: readonly Received[]
  /** Waits for `count` mails to an address; oldest first. */
  to(address: string, count?: number): Promise<readonly Received[]>
  stop(): Promise<void>
}

/** `answer` may refuse a mail after it has come, by returning an error. */
export async function startSmtp(
  port: number,
  { host = '127.0.0.1', ...options }: SMTPServerOptions & { readonly host?: string } = {},
  answer: (mail: Received) => Error | null = () => null,
): Promise<SmtpServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    // Whoever sends keeps a connection for the next mail.
    closeTimeout: 100,
    ...options,
    onData: (stream, { envelope }, done) => {
      const keep = async (): Promise<void> => {
        const bytes = await buffer(stream)
        const { mailFrom, rcptTo } = envelope
        const one = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((recipient) => recipient.address),
          raw: bytes.toString('latin1'),
          mail: await PostalMime.parse(bytes),
        }
        received.push(one)
        done(answer(one))
      }
      void keep()
    },
  })
  server.listen(port, host)
  await once(server.server, 'listening')
  return {
    received,
    to: (address, count = 1) =>
      eventually(() => {
        const theirs = received.filter((one) => one.to.includes(address))
        if (theirs.length < count) throw new Error(`${theirs.length} of ${count} mails to ${address} have come`)
        return theirs
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** An answer of an SMTP server: 4xx asks to come again, 5xx never to. */
export function smtpRefusal(responseCode: number): Error {
  return Object.assign(new Error('refused'), { responseCode })
}
