import { Type } from 'typebox'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import type { Mirror } from '../../../features/mirrors/mirror.ts'
import { maybeText, maybeTimestamp, plain, timestamp } from './form.ts'

export const mirror = plain<Mirror>(
  {
    url: Type.String(),
    username: Type.String(),
    has_password: Type.Boolean(),
    interval_minutes: Type.Integer(),
    state: Type.String({ description: '`running` or `waiting`' }),
    next_sync_at: timestamp,
    last_synced_at: maybeTimestamp,
    error: maybeText,
    unusable_refs: Type.Integer({ description: 'Branches and tags whose names cannot be kept here' }),
    unusable_names: Type.Array(Type.String(), { description: 'The first ten of these names' }),
  },
  (value) => ({
    url: value.url,
    username: value.username,
    has_password: value.hasPassword,
    interval_minutes: value.intervalMinutes,
    state: value.isRunning ? 'running' : 'waiting',
    next_sync_at: iso(value.nextAt),
    last_synced_at: maybeIso(value.syncedAt),
    error: value.error,
    unusable_refs: value.unusableRefs,
    unusable_names: value.unusableNames,
  }),
)
