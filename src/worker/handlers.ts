import type { App } from '../app.ts'
import {
  sendAddressChangeAsked,
  sendAddressChanged,
  sendInvitation,
  sendPasswordReset,
  sendSecurityNotice,
  sendVerification,
} from '../features/accounts/send-account-mail.ts'
import { purgeAccount } from '../features/admin/purge-account.ts'
import { sweepAttachments } from '../features/attachments/sweep-attachments.ts'
import { collectBlobs } from '../features/blobs/collect-blobs.ts'
import { followPush as closeByPush } from '../features/issues/follow-push.ts'
import { purgeFiles } from '../features/lifecycle/purge-files.ts'
import { mailNotification } from '../features/notifications/mail-notification.ts'
import { notify } from '../features/notifications/notify.ts'
import { endPipelinesOf } from '../features/pipelines/end-pipelines-of.ts'
import { followPull } from '../features/pipelines/follow-pull.ts'
import { planSchedules } from '../features/pipelines/plan-schedules.ts'
import { withdrawOvertaken } from '../features/pipelines/withdraw-overtaken.ts'
import { tryAutoMergesIn, tryAutoMergesOf } from '../features/pulls/auto-merge.ts'
import { checkPull } from '../features/pulls/check-pull.ts'
import { closeIssuesOf } from '../features/pulls/close-issues.ts'
import { followPush } from '../features/pulls/follow-push.ts'
import { followUnarchived } from '../features/pulls/follow-unarchived.ts'
import { maintainRepo } from '../features/repos/maintain-repo.ts'
import { measureRepo } from '../features/repos/measure-repo.ts'
import { purgeRepo, purgeReposOf } from '../features/repos/purge-repo.ts'
import { scanPush } from '../features/sbom/scan-push.ts'
import { tellMaintainers } from '../features/webhooks/tell-maintainers.ts'
import type { EventOf, JobName } from '../outbox/subscriptions.ts'
import type { RunJob } from './job-loop.ts'

type Handler<J extends JobName> = (app: App, event: EventOf<J>, jobUuid: string) => Promise<void>

/** What each job does. The type asks for one a name; the start checks it once more (see job-loop.ts). */
const handlers: { readonly [J in JobName]: Handler<J> } = {
  'mail.verify-email': (app, event, job) => sendVerification(app, event.userId, job),
  'mail.invitation': (app, event, job) => sendInvitation(app, event.userId, job),
  'mail.address-change-asked': (app, event, job) => sendAddressChangeAsked(app, event.userId, job),
  'mail.address-changed': (app, event, job) => sendAddressChanged(app, event.userId, event.oldEmail, job),
  'mail.reset-password': (app, event, job) => sendPasswordReset(app, event.email, job),
  'mail.security-notice': (app, event, job) => sendSecurityNotice(app, event.userId, event.change, job),
  'mail.webhook-disabled': (app, event, job) => tellMaintainers(app, event.hookId, job),
  notify: (app, event, job) => notify(app, event, job),
  'mail.notification': (app, event) => mailNotification(app, event.notificationId),
  'repo.maintain': (app, event) => maintainRepo(app, event.repoId),
  'repo.purge': (app, event) =>
    event.type === 'repo.deleted' ? purgeRepo(app, event.buriedId ?? null) : purgeReposOf(app, event.nobodyId),
  'account.purge': (app, event) => purgeAccount(app, event.leavingId),
  'repo.measure': (app, event) => measureRepo(app, event.repoId),
  'pulls.follow': (app, event) => followPush(app, event),
  'pulls.auto-merge': (app, event) => tryAutoMergesOf(app, event.repoId, event.sha),
  'pulls.follow-rules': (app, event) => tryAutoMergesIn(app, event.repoId),
  'pulls.follow-unarchived': (app, event) => followUnarchived(app, event.repoId),
  'pulls.close-issues': (app, event) => closeIssuesOf(app, event.threadId),
  'pulls.check': (app, event) => checkPull(app, event.threadId),
  'pipelines.follow-pull': (app, event) => followPull(app, event.threadId),
  'pipelines.withdraw-overtaken': (app, event) => withdrawOvertaken(app, event.pipelineId),
  'pipelines.end-of': (app, event) => endPipelinesOf(app, event.userId),
  'pipelines.plan-schedules': (app, event) => planSchedules(app, event.repoId),
  'issues.follow-push': (app, event) => closeByPush(app, event),
  'sbom.scan': (app, event) => scanPush(app, event.repoId, event.changes),
  'attachments.sweep': (app) => sweepAttachments(app),
  'blobs.collect': (app) => collectBlobs(app),
  'files.purge': (app, event) => purgeFiles(app, event.type === 'repo.deleted' ? event.repoUuid : event.ownerUuid),
}

/** For the loop, which reads payloads back: `emit` wrote each from an event that its job subscribes to. */
export const jobRunners = handlers as unknown as Readonly<Record<string, RunJob>>
