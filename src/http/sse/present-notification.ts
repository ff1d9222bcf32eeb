import type { Config } from '../../config.ts'
import type { Notification } from '../../features/notifications/notification.ts'

/** One item of the stream: the five fields that every reader may count on, and what saves a second request. */
export function presentNotification(config: Config, one: Notification): object {
  return {
    id: one.id,
    type: one.type,
    repo: one.repo === null ? null : `${one.repo.owner}/${one.repo.slug}`,
    pr_num: one.pull,
    created_at: new Date(one.createdAt).toISOString(),
    issue_num: one.issue,
    pipeline_id: one.pipeline,
    title: one.title,
    url: config.BASE_URL + one.path,
    actor: one.actor,
    read: one.isRead,
  }
}
