import type { App } from '../app.ts'
import { day, hour, minute, second } from '../core/clock.ts'
import { forgetCounts } from '../features/access/count-exactly.ts'
import { forgetSentences } from '../features/access/network-sentences.ts'
import { sweepAttachments } from '../features/attachments/sweep-attachments.ts'
import { collectBlobs, sweepStrays } from '../features/blobs/collect-blobs.ts'
import { sweepTrash } from '../features/lifecycle/sweep-trash.ts'
import { syncDueMirrors } from '../features/mirrors/sync-due-mirrors.ts'
import { forgetRead } from '../features/notifications/forget-read.ts'
import { expireFiles } from '../features/pipelines/expire-files.ts'
import { forgetLogs } from '../features/pipelines/forget-logs.ts'
import { sendDueChanges } from '../features/push-mirrors/send-due-changes.ts'
import { forgetGuestRoom } from '../features/quota/guest-room.ts'
import type { PutBack } from '../features/repos/put-back.ts'
import { sweepLeftovers } from '../features/repos/sweep-leftovers.ts'
import { mergeSearchPieces } from '../features/search/merge-search-pieces.ts'
import { forgetExpired } from '../features/sessions/forget-expired.ts'
import { sweepWords } from '../features/threads/sweep-words.ts'
import { resumeTrackers } from '../features/trackers/start-tracker.ts'
import { reconcilePushes } from '../features/transport/reconcile-pushes.ts'
import { forgetDeliveries } from '../features/webhooks/forget-deliveries.ts'
import { settleTimes } from './settle-times.ts'

/** The first time soon after the start: a process that never lives for a day has its turn too. */
const works = [
  { work: forgetExpired, first: hour, every: hour },
  { work: forgetCounts, first: 5 * minute, every: 15 * minute },
  { work: forgetSentences, first: hour, every: hour },
  { work: collectBlobs, first: hour, every: hour },
  { work: expireFiles, first: 15 * minute, every: hour },
  { work: sweepAttachments, first: 25 * minute, every: 6 * hour },
  { work: sweepStrays, first: 10 * minute, every: day },
  { work: sweepTrash, first: 5 * minute, every: hour },
  { work: sweepWords, first: 30 * minute, every: day },
  { work: mergeSearchPieces, first: 10 * second, every: minute },
  { work: sweepLeftovers, first: 20 * minute, every: day },
  { work: forgetDeliveries, first: 40 * minute, every: day },
  { work: forgetGuestRoom, first: 45 * minute, every: day },
  { work: forgetLogs, first: 55 * minute, every: day },
  { work: forgetRead, first: 50 * minute, every: day },
  { work: settleTimes, first: second, every: minute },
  { work: syncDueMirrors, first: 30 * second, every: minute / 2 },
  { work: sendDueChanges, first: 5 * second, every: 5 * second },
  { work: resumeTrackers, first: 3 * second, every: 15 * second },
  // A replica that died in the middle of a push holds up its branch: soon, not at somebody's next start.
  { work: (app: App) => reconcilePushes(app, 'serving'), first: 2 * second, every: 2 * second },
]

/** Puts right, now and then, what time or a crash has left behind. Several processes doing it at once do no harm. */
export function startHousekeeping(app: App, putBack: PutBack): () => void {
  const moves = app.db.dialect === 'postgres' ? movesOf(putBack) : []
  const stops = [...works, ...moves].map(({ work, first, every }) => repeat(app, work, { first, every }))
  return () => stops.forEach((stop) => stop())
}

/** What a process that died was moving. With SQLite nobody but the next start has to look after that. */
function movesOf(putBack: PutBack) {
  return [
    { work: (app: App) => putBack.trash(app), first: 5 * second, every: 5 * second },
    { work: (app: App) => putBack.lost(app), first: 12 * second, every: 30 * minute },
  ]
}

/** Never twice at the same time: the next turn comes when the last one is over. */
function repeat(
  app: App,
  work: (app: App) => Promise<unknown>,
  { first, every }: { readonly first: number; readonly every: number },
): () => void {
  let stopped = false
  let timer: NodeJS.Timeout
  const again = (ms: number): void => {
    if (!stopped) timer = setTimeout(() => void turn(), ms).unref()
  }
  const turn = async (): Promise<void> => {
    await work(app).catch((error: unknown) => app.log.warn({ error: String(error) }, 'housekeeping failed'))
    again(every)
  }
  again(first)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
