import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import { followLog, type LogEvent } from '../../features/pipelines/follow-log.ts'
import { presentDetail, presentLogLine } from '../api/forms/pipeline.ts'
import type { EventFeed, StreamedEvent } from './send-events.ts'

/** A pipeline's log as server-sent events: lines without a name, `status` when something changed, `end` at the end. */
export async function logEvents(
  app: App,
  actor: Actor,
  ref: RepoRef,
  { id, after = 0 }: { readonly id: RecordId; readonly after?: number | undefined },
): Promise<EventFeed> {
  const follow = await followLog(app, actor, ref, id)
  return async function* feed(reader) {
    const lastSeen = Math.max(reader.lastSeen, after)
    for await (const event of follow({ ...reader, lastSeen })) yield present(event)
  }
}

function present(event: LogEvent): StreamedEvent {
  switch (event.kind) {
    case 'line':
      return { id: event.line.number, data: presentLogLine(event.line) }
    case 'changed':
      return { event: 'status', data: presentDetail(event.pipeline) }
    case 'ended':
      return { event: 'end', data: presentDetail(event.pipeline) }
  }
}
