import type { App } from '../../app.ts'
import type { NotificationType } from '../../core/notification-types.ts'
import type { User } from '../../core/user.ts'
import { composeMail, type Letter } from '../mail/compose-mail.ts'
import { inNameOf } from '../threads/may-read.ts'
import { findUserById } from '../users/find-user.ts'
import type { Notification } from './notification.ts'
import { quoteSaying } from './quote-saying.ts'
import { readSaying } from './read-saying.ts'
import { reportPipeline } from './report-pipeline.ts'
import { selectNotifications, toNotification } from './store.ts'
import { unsubscribePath } from './unsubscribe.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'keys' | 'mailer' | 'objects' | 'turns'>

/**
 * One mail to one person. What they may not see any more is not sent, and neither is anything to whom left. An address may
 * be somebody else's until it is confirmed: then a mail that leaves this machine tells only what everybody may read.
 */
export async function mailNotification(app: Needs, id: number): Promise<void> {
  const owner = await app.db
    .selectFrom('notifications')
    .leftJoin('threads', 'threads.id', 'notifications.thread_id')
    .leftJoin('repos', 'repos.id', 'notifications.repo_id')
    .select([
      'repos.is_public',
      ...(['notifications.user_id', 'notifications.position', 'notifications.team_id'] as const),
      ...(['notifications.thread_id', 'threads.uuid as thread'] as const),
      ...(['notifications.event_key', 'notifications.repo_id', 'notifications.pipeline_id'] as const),
    ])
    .where('notifications.id', '=', id)
    .executeTakeFirst()
  const user = owner === undefined ? null : await findUserById(app.db, owner.user_id)
  if (owner === undefined || user === null || user.disabled) return
  const row = await selectNotifications(app.db, user.id)
    .where('notifications.position', '=', owner.position)
    .executeTakeFirst()
  const hasLeft = owner.team_id !== null && row?.team === null
  if (row === undefined || hasLeft) return
  const one = toNotification(row)
  const mailed = { userId: user.id, type: one.type, threadId: owner.thread_id }
  const preferences = `${app.config.BASE_URL}/settings/notifications`
  const wayOut = unsubscribePath(app, mailed)
  const isOpen = user.emailVerified || owner.is_public === 1 || app.config.SMTP_URL === null
  await app.mailer.send(
    composeMail(app.config, {
      to: user.email,
      greeting: `Hello ${user.username},`,
      ...(isOpen ? await tellingOf(app, user, one, owner) : discreet),
      footer: `You get this because of your notification settings at ${preferences}`,
      wayOut: { label: wayOutOf(owner.thread_id), path: wayOut },
      key: `notification-${user.uuid}-${one.id}`,
      // All about one issue or pull request is one conversation.
      under: owner.thread === null || !isOpen ? undefined : `thread-${owner.thread}`,
      headers: {
        // RFC 8058: mail programs show a button of their own.
        'List-Unsubscribe': `<${app.config.BASE_URL}${wayOut}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
        ...(one.repo === null || !isOpen ? {} : { 'List-Id': listOf(app, one.repo) }),
      },
    }),
  )
}

function wayOutOf(threadId: number | null): string {
  return threadId === null ? 'Get no more mails of this kind' : 'Mute this conversation'
}

/** RFC 2919: what people sort mails of one repository by. */
function listOf({ config }: Pick<App, 'config'>, { owner, slug }: NonNullable<Notification['repo']>): string {
  return `${owner}/${slug} <${slug}.${owner}.${new URL(config.BASE_URL).hostname}>`
}

const discreet = {
  subject: 'There is something new for you',
  paragraphs: ['Mails tell what it is once you have confirmed that this address is yours.'],
  action: { label: 'View in Stithy', path: '/notifications' },
}

interface About {
  readonly event_key: string
  readonly repo_id: number | null
  readonly thread_id: number | null
  readonly pipeline_id: number | null
}

type Telling = Pick<Letter, 'subject' | 'paragraphs' | 'action'>

/** With what was said, or how it went, as far as that is there when the mail is made. */
async function tellingOf(app: Needs, user: User, one: Notification, about: About): Promise<Telling> {
  const { repo_id: repoId, thread_id: threadId, pipeline_id: pipelineId, event_key: eventKey } = about
  const saying =
    threadId === null ? null : await readSaying(app.db, inNameOf(user), { type: one.type, threadId, eventKey })
  const report = repoId === null || pipelineId === null ? null : await reportPipeline(app, user, { repoId, pipelineId })
  return {
    subject: report === null ? subjectOf(one) : `${subjectOf(one)} ${report.outcome}`,
    paragraphs: [
      `${sentenceOf(one)}.`,
      ...(saying === null ? [] : quoteSaying(saying, one.actor)),
      ...(report?.blocks ?? []),
    ],
    action: { label: 'View in Stithy', path: `${one.path}${saying?.suffix ?? ''}` },
  }
}

/** A name alone says nothing of what happened to it. */
function subjectOf(one: Notification): string {
  if (one.type === 'team_member_added' || one.type === 'repo_access_granted') return sentenceOf(one)
  return `${placeOf(one)}: ${one.title}`
}

function placeOf(one: Notification): string {
  if (one.repo === null) return one.title
  const repo = `${one.repo.owner}/${one.repo.slug}`
  const number = one.pull ?? one.issue
  return number === null ? repo : `${repo}#${number}`
}

const acts: Record<NotificationType, (who: string, place: string) => string> = {
  pr_assigned: (who, place) => `${who} made you a reviewer of ${place}`,
  issue_mentioned: (who, place) => `${who} mentioned you in ${place}`,
  review_requested: (who, place) => `${who} requested your review of ${place}`,
  ci_failed: (_who, place) => `Your pipeline failed in ${place}`,
  ci_succeeded: (_who, place) => `Your pipeline passed in ${place}`,
  pr_commented: (who, place) => `${who} commented on the pull request ${place}`,
  issue_commented: (who, place) => `${who} commented on the issue ${place}`,
  pr_merged: (who, place) => `${who} merged the pull request ${place}`,
  pr_closed: (who, place) => `${who} closed the pull request ${place}`,
  issue_closed: (who, place) => `${who} closed the issue ${place}`,
  team_member_added: (who, place) => `${who} added you to the team ${place}`,
  repo_access_granted: (who, place) => `${who} gave you access to ${place}`,
  issue_assigned: (who, place) => `${who} assigned ${place} to you`,
  pr_approved: (who, place) => `${who} approved the pull request ${place}`,
  pr_changes_requested: (who, place) => `${who} requested changes to the pull request ${place}`,
  issue_opened: (who, place) => `${who} opened the issue ${place}`,
  pr_opened: (who, place) => `${who} opened the pull request ${place}`,
}

/** What happened, for people: pages and mails say it in the same words. */
export function sentenceOf(one: Notification): string {
  if (one.stoppedWhy !== null) return `A pipeline was stopped in ${placeOf(one)}. ${one.stoppedWhy}`
  if (one.isOfClock) {
    const outcome = one.type === 'ci_succeeded' ? 'passed again' : 'failed'
    return `A scheduled pipeline ${outcome} in ${placeOf(one)}`
  }
  return acts[one.type](one.actor ?? 'Somebody', placeOf(one))
}
