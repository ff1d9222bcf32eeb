import { Type } from 'typebox'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import type { PushMirror } from '../../../features/push-mirrors/push-mirror.ts'
import { maybeText, maybeTimestamp, plain } from './form.ts'

export const pushMirror = plain<PushMirror>(
  {
    url: Type.String(),
    username: Type.String(),
    has_password: Type.Boolean(),
    state: Type.String({ description: '`current`, `waiting` or `running`' }),
    next_push_at: maybeTimestamp,
    last_pushed_at: maybeTimestamp,
    error: maybeText,
  },
  (value) => ({
    url: value.url,
    username: value.username,
    has_password: value.hasPassword,
    state: stateOf(value),
    next_push_at: value.isCurrent ? null : iso(value.nextAt),
    last_pushed_at: maybeIso(value.sentAt),
    error: value.error,
  }),
)

function stateOf({ isRunning, isCurrent }: PushMirror): string {
  if (isRunning) return 'running'
  return isCurrent ? 'current' : 'waiting'
}
