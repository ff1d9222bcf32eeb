import { notificationTypes } from '../../core/notification-types.ts'
import type { Builder } from '../../db/handle.ts'
import { belongsTo } from '../repos/visible-to.ts'
import type { Notification } from './notification.ts'

/** What somebody was told and may still see: what they lost access to since is not shown any more, by any door. */
export function selectNotifications(db: Builder, userId: number) {
  return selectForMany(db, [userId])
}

/** The same for many at once: `user_id` in the row says whose it is. */
export function selectForMany(db: Builder, userIds: readonly number[]) {
  return (
    db
      .selectFrom('notifications')
      .leftJoin('repos', 'repos.id', 'notifications.repo_id')
      .leftJoin('owners as repo_owner', 'repo_owner.id', 'repos.owner_id')
      .leftJoin('threads', 'threads.id', 'notifications.thread_id')
      // Who left a team does not learn what it is called by now.
      .leftJoin('team_members as membership', (join) =>
        join
          .onRef('membership.team_id', '=', 'notifications.team_id')
          .onRef('membership.user_id', '=', 'notifications.user_id'),
      )
      .leftJoin('owners as team', 'team.id', 'membership.team_id')
      .leftJoin('pipelines', 'pipelines.id', 'notifications.pipeline_id')
      .leftJoin('owners as actor', 'actor.id', 'notifications.actor_id')
      .select([
        'notifications.id as row_id',
        'notifications.user_id',
        'notifications.position',
        'notifications.type',
        'notifications.title',
        'notifications.created_at',
        'notifications.read_at',
        'repo_owner.name as repo_owner',
        'repos.slug as repo_slug',
        'threads.number',
        'threads.kind',
        'team.name as team',
        'pipelines.uuid as pipeline',
        'pipelines.trigger_event',
        'pipelines.triggered_by',
        'pipelines.status as pipeline_status',
        'pipelines.error as pipeline_error',
        'actor.name as actor',
      ])
      .where('notifications.user_id', 'in', userIds)
      .where((eb) =>
        eb.or([
          eb('notifications.repo_id', 'is', null),
          eb.exists(
            eb
              .selectFrom('repos as seen')
              .select('seen.id')
              .whereRef('seen.id', '=', 'notifications.repo_id')
              .where('seen.is_public', '=', 1),
          ),
          eb.exists(
            eb
              .selectFrom('repos')
              .select('repos.id')
              .whereRef('repos.id', '=', 'notifications.repo_id')
              .where((inner) => belongsTo(inner, eb.ref('notifications.user_id'))),
          ),
        ]),
      )
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof selectNotifications>['execute']>>[number]

export function toNotification(row: Row): Notification {
  const repo = row.repo_owner === null || row.repo_slug === null ? null : { owner: row.repo_owner, slug: row.repo_slug }
  return {
    id: row.position,
    type: notificationTypes.find((type) => type === row.type) ?? 'issue_mentioned',
    repo,
    issue: row.kind === 'issue' ? row.number : null,
    pull: row.kind === 'pull' ? row.number : null,
    pipeline: row.pipeline,
    isOfClock: row.trigger_event === 'schedule' && row.triggered_by === null,
    stoppedWhy: row.pipeline_status === 'canceled' ? row.pipeline_error : null,
    title: row.title,
    path: pathOf(row, repo),
    actor: row.actor,
    createdAt: row.created_at,
    isRead: row.read_at !== null,
  }
}

function pathOf(row: Row, repo: Notification['repo']): string {
  if (repo === null) return row.team === null ? '/notifications' : `/teams/${row.team}`
  const at = `/${repo.owner}/${repo.slug}`
  if (row.pipeline !== null) return `${at}/ci/pipelines/${row.pipeline}`
  if (row.number === null) return at
  return `${at}/${row.kind === 'pull' ? 'pulls' : 'issues'}/${row.number}`
}
