import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same over retries, so that a mail that was sent twice shows once. */
  readonly messageId: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

const timeoutMs = 20_000

export function createMailer(config: Config): Mailer {
  return config.SMTP_URL === null ? fileMailer(config) : smtpMailer(config, config.SMTP_URL)
}

function smtpMailer(config: Config, url: URL): Mailer {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({
    host: url.hostname,
    port: url.port === '' ? (url.protocol === 'smtps:' ? 465 : 25) : Number(url.port),
    secure: url.protocol === 'smtps:',
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
      await transport.sendMail({ from: config.MAIL_FROM, ...mail })
    },
    close: () => transport.close(),
  }
}

/** Without an SMTP server mails are kept where the administrator can read them: written whole, then named. */
function fileMailer(config: Config): Mailer {
  const folder = join(config.DATA_DIR, 'mail')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail({ from: config.MAIL_FROM, ...mail })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`)
      const file = await open(`${path}.part`, 'wx', 0o600)
      try {
        await file.writeFile(message as Buffer)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.part`, path)
    },
    close: () => transport.close(),
  }
}
