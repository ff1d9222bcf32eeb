import { day } from '../../../core/clock.ts'
import { fileSize } from '../../../core/file-size.ts'
import { iso } from '../../../core/iso-time.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import { countAllJobs, dropJob, listAllJobs, retryJob } from '../../../features/admin/jobs.ts'
import { headOf, type MailQueue, mailQueue } from '../../../features/admin/mail-queue.ts'
import { overview } from '../../../features/admin/overview.ts'
import { verifyChain } from '../../../features/audit/chain.ts'
import { listAudit, listAuditEvents } from '../../../features/audit/list-audit.ts'
import { version } from '../../../version.ts'
import { counted } from '../components/counted.ts'
import { Time } from '../components/time.tsx'
import { done, go, page, show } from '../page-route.ts'
import { AdminAuditView } from '../views/admin-audit.tsx'
import { AdminJobsView } from '../views/admin-jobs.tsx'
import { AdminOverviewView, type HealthEntry } from '../views/admin-overview.tsx'
import { backFromPastEnd, pageInfo } from './page-info.ts'

const jobs = '/admin/jobs'
const audit = '/admin/audit'
const someLive = { page: 1, perPage: 20 }

export const adminPages = [
  page({
    method: 'GET',
    path: '/admin',
    right: 'admin',
    handle: async ({ app, actor, chrome }) => {
      const [seen, mails] = await Promise.all([overview(app, actor), mailQueue(app, actor)])
      const started = app.clock.now() - performance.now()
      return show(
        <AdminOverviewView
          chrome={chrome}
          counts={[
            { label: 'Users', value: seen.users.total, href: '/admin/users', note: `${seen.users.disabled} disabled` },
            { label: 'Administrators', value: seen.users.admins, href: '/admin/users?state=admin' },
            {
              label: 'Repositories',
              value: seen.repos.total,
              href: '/admin/repos',
              note: `${fileSize(seen.repos.bytes)} of git`,
            },
            { label: 'Open sessions', value: seen.sessions },
            { label: 'Dead jobs', value: seen.jobs.dead, href: jobs, note: `${seen.jobs.ready} waiting` },
          ]}
          plots={[
            plot('Pipelines', seen.pipelines, app.clock.now()),
            plot('Failed pipelines', seen.failedPipelines, app.clock.now()),
            plot('Issues, pull requests and comments', seen.talk, app.clock.now()),
            plot('Registrations', seen.registrations, app.clock.now()),
            plot('Sign-ins', seen.signIns, app.clock.now()),
            plot('Failed sign-ins', seen.failedSignIns, app.clock.now()),
          ]}
          health={[
            { name: 'Database', state: 'ok', detail: app.db.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL' },
            {
              name: 'Background jobs',
              state: seen.jobs.dead > 0 ? 'warning' : 'ok',
              href: jobs,
              detail: seen.jobs.dead > 0 ? `${seen.jobs.dead} gave up and need attention` : 'None has given up',
            },
            { name: 'Mail', href: '/admin/mail', ...healthOfMail(app.config.SMTP_URL !== null, mails) },
          ]}
          facts={[
            { label: 'Version', value: version },
            { label: 'Address', value: app.config.BASE_URL },
            { label: 'Data', value: app.config.DATA_DIR },
            { label: 'API form', value: app.config.API_FORM },
            { label: 'Up since', value: <Time at={iso(started)} /> },
          ]}
        />,
      )
    },
  }),
  page({
    method: 'GET',
    path: audit,
    right: 'admin',
    handle: async ({ app, actor, chrome, query, page: request }) => {
      const filter = { event: (query['event'] ?? '').trim(), actor: (query['actor'] ?? '').trim() }
      const wanted = { eventPart: filter.event || undefined, actor: filter.actor || undefined }
      const [list, events, chain] = await Promise.all([
        listAudit(app, actor, wanted, request),
        listAuditEvents(app, actor),
        query['verify'] === undefined ? null : verifyChain(app),
      ])
      const back = backFromPastEnd(list, audit, filter)
      if (back !== null) return go(back)
      const entries = list.items.map((entry) => ({
        number: entry.id,
        event: entry.event,
        actor: entry.actor?.username ?? null,
        // A failed sign-in has nobody who did it, but a name that was tried.
        tried: entry.actor === null && typeof entry.metadata['login'] === 'string' ? entry.metadata['login'] : null,
        target:
          entry.targetType === null || entry.targetName === null
            ? null
            : { type: entry.targetType, name: entry.targetName },
        origin: entry.origin,
        ip: entry.actorIp,
        userAgent: entry.userAgent,
        createdAt: iso(entry.createdAt),
        metadata: entry.metadata,
        hash: entry.hash,
      }))
      return show(
        <AdminAuditView
          chrome={chrome}
          entries={entries}
          pagination={pageInfo(list, audit, filter)}
          filter={filter}
          events={events}
          chain={
            chain === null
              ? { state: 'unchecked' }
              : chain.whole
                ? { state: 'verified', entries: chain.entries }
                : { state: 'broken', sound: chain.entries, at: chain.brokenAt }
          }
        />,
      )
    },
  }),
  page({
    method: 'GET',
    path: jobs,
    right: 'admin',
    handle: async ({ app, actor, chrome, page: request }) => {
      const [counts, dead, running, ready] = await Promise.all([
        countAllJobs(app),
        listAllJobs(app, actor, 'dead', request),
        listAllJobs(app, actor, 'running', someLive),
        listAllJobs(app, actor, 'ready', someLive),
      ])
      const back = backFromPastEnd(dead, jobs)
      if (back !== null) return go(back)
      return show(
        <AdminJobsView
          chrome={chrome}
          counts={{ running: counts.running, waiting: counts.ready, dead: counts.dead }}
          dead={dead.items.map((job) => ({
            id: job.uuid,
            name: job.name,
            attempts: job.attempts,
            error: job.lastError ?? '',
            failedAt: iso(job.runAt),
            createdAt: iso(job.createdAt),
          }))}
          pagination={pageInfo(dead, jobs)}
          live={[...running.items, ...ready.items].map((job) => ({
            id: job.uuid,
            name: job.name,
            state: job.state === 'running' ? 'running' : 'waiting',
            attempts: job.attempts,
            error: job.lastError === null ? null : headOf(job.lastError),
            at: iso(job.runAt),
          }))}
        />,
      )
    },
  }),
  page({
    method: 'POST',
    path: `${jobs}/:id/retry`,
    right: 'admin',
    handle: async ({ app, actor, params }) => {
      const job = await retryJob(app, actor, parseRecordId(params['id'] ?? ''))
      return done(jobs, `${job.name} runs again.`)
    },
  }),
  page({
    method: 'POST',
    path: `${jobs}/:id/discard`,
    right: 'admin',
    handle: async ({ app, actor, params }) => {
      await dropJob(app, actor, parseRecordId(params['id'] ?? ''))
      return done(jobs, 'The job was discarded.')
    },
  }),
]

function healthOfMail(sends: boolean, { failing }: MailQueue): Pick<HealthEntry, 'state' | 'detail'> {
  // One recipient may be to blame, or the server: the error says so better than a guess.
  if (failing !== null) {
    return { state: 'warning', detail: `${counted(failing.count, 'mail')} could not be sent so far: ${failing.error}` }
  }
  return sends
    ? { state: 'ok', detail: 'Sent by SMTP' }
    : { state: 'warning', detail: 'No SMTP_URL: mails are kept as files' }
}

function plot(title: string, counts: readonly number[], now: number) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const series = counts.map((value, index) => ({
    label: new Date(now - (counts.length - 1 - index) * day).toISOString().slice(0, 10),
    value,
  }))
  return { title, series, kind: 'bar', summary: `${total.toLocaleString('en')} in ${counts.length} days` } as const
}
