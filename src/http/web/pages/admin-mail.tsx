import { iso } from '../../../core/iso-time.ts'
import { mailQueue } from '../../../features/admin/mail-queue.ts'
import { retryMails } from '../../../features/admin/retry-mails.ts'
import { getKeptMail, listKeptMails } from '../../../features/mail/kept-mails.ts'
import { done, page, show } from '../page-route.ts'
import { AdminMailView } from '../views/admin-mail.tsx'
import { AdminMailMessageView } from '../views/admin-mail-message.tsx'

export const adminMailPages = [
  page({
    method: 'GET',
    path: '/admin/mail',
    right: 'admin',
    handle: async ({ app, actor, chrome }) => {
      const { SMTP_URL } = app.config
      const [queue, kept] = await Promise.all([
        mailQueue(app, actor),
        SMTP_URL === null ? listKeptMails(app, actor) : [],
      ])
      return show(
        <AdminMailView
          chrome={chrome}
          server={SMTP_URL === null ? null : SMTP_URL.host}
          from={app.config.MAIL_FROM}
          folder={`${app.config.DATA_DIR}/mail`}
          queue={queue}
          kept={kept.map((mail) => ({ name: mail.name, at: iso(mail.at), to: mail.to, subject: mail.subject }))}
        />,
      )
    },
  }),
  page({
    method: 'POST',
    path: '/admin/mail/retry',
    right: 'admin',
    handle: async ({ app, actor }) => {
      const mails = await retryMails(app, actor)
      return done('/admin/mail', mails === 1 ? '1 mail is tried again now.' : `${mails} mails are tried again now.`)
    },
  }),
  page({
    method: 'GET',
    path: '/admin/mail/:name',
    right: 'admin',
    // Its links open accounts.
    holdsSecret: true,
    handle: async ({ app, actor, chrome, params }) => {
      const mail = await getKeptMail(app, actor, params['name'] ?? '')
      return show(<AdminMailMessageView chrome={chrome} mail={{ ...mail, at: iso(mail.at) }} />)
    },
  }),
]
