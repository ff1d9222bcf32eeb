import { Type } from 'typebox'
import type { Import } from '../../../features/imports/import.ts'
import { iso, maybeText, plain, timestamp } from './form.ts'

export const importState = plain<Import>(
  {
    url: Type.String(),
    state: Type.String({ description: '`running`, `done` or `failed`' }),
    received_bytes: Type.Integer(),
    error: maybeText,
    unusable_refs: Type.Integer({ description: 'Branches and tags whose names cannot be kept here' }),
    started_at: timestamp,
  },
  (value) => ({
    url: value.url,
    state: value.state,
    received_bytes: value.receivedBytes,
    error: value.error,
    unusable_refs: value.unusableRefs,
    started_at: iso(value.startedAt),
  }),
)
