import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { Passing } from '../../core/checkpoint.ts'
import { keepMail } from './keep-mail.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same over retries, so that a mail that was sent twice shows once. */
  readonly messageId: string
  /** The mail that this one belongs under: programs show both as one conversation. */
  readonly inReplyTo?: string | undefined
  readonly references?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

const timeoutMs = 20_000
/** RFC 5322 */
const longestLine = 998

export function createMailer(config: Config, passing: Passing): Mailer {
  const mailer = config.SMTP_URL === null ? fileMailer(config) : smtpMailer(config, config.SMTP_URL)
  return {
    send: async (mail) => {
      await passing('mail.sending')
      await mailer.send(mail)
      await passing('mail.sent')
    },
    close: () => mailer.close(),
  }
}

function written(config: Config, mail: Mail) {
  return { from: config.MAIL_FROM, ...mail, text: asItIs('plain', mail.text), html: asItIs('html', mail.html) }
}

/**
 * A part that is plain ASCII in lines of a bearable length goes out as it is. The library would encode it as soon as a
 * line has more than 76 characters, and cut our links in two for everybody who reads the source.
 */
function asItIs(type: 'plain' | 'html', body: string): string | { raw: string } {
  const isPlain = /^[\n\x20-\x7e]*$/.test(body) && body.split('\n').every((line) => line.length <= longestLine)
  if (!isPlain) return body
  const head = `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n`
  return { raw: head + body.replaceAll('\n', '\r\n') }
}

const local = new Set(['localhost', '127.0.0.1', '[::1]'])

function smtpMailer(config: Config, url: URL): Mailer {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({
    host: url.hostname,
    port: url.port === '' ? (url.protocol === 'smtps:' ? 465 : 25) : Number(url.port),
    secure: url.protocol === 'smtps:',
    // Whoever stands in between could take out that the server can encrypt, and read the password.
    requireTLS: url.password !== '' && !local.has(url.hostname),
    pool: true,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    ...timeouts,
  })
  return {
    send: async (mail) => {
      await transport.sendMail(written(config, mail))
    },
    close: () => transport.close(),
  }
}

/** Without an SMTP server mails are kept where the administrator can read them. */
function fileMailer(config: Config): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(written(config, mail))
      await keepMail(config, { messageId: mail.messageId, message: message as Buffer })
    },
    close: () => transport.close(),
  }
}
