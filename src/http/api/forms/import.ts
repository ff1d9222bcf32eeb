import { Type } from 'typebox'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import type { Import } from '../../../features/imports/import.ts'
import { type Tracker, trackerKinds } from '../../../features/trackers/tracker.ts'
import { maybeText, plain, timestamp } from './form.ts'

const count = Type.Integer()

const tracker = Type.Object({
  kind: Type.String({ enum: [...trackerKinds] }),
  state: Type.String({ description: '`waiting` (for the commits), `running`, `done` or `failed`' }),
  labels: count,
  milestones: count,
  issues: count,
  pulls: count,
  comments: count,
  releases: count,
  left_out: Type.Integer({ description: 'What could not be kept, or is not for everybody there' }),
  total: Type.Union([count, Type.Null()], {
    description: 'Issues and pull requests there; null where the server does not say',
  }),
  error: maybeText,
  waits_until: Type.Union([timestamp, Type.Null()], {
    description: 'The server there takes no more questions until then',
  }),
})

function presentTracker(one: Tracker): object {
  return {
    kind: one.kind,
    state: one.state,
    labels: one.labels,
    milestones: one.milestones,
    issues: one.issues,
    pulls: one.pulls,
    comments: one.comments,
    releases: one.releases,
    left_out: one.leftOut,
    total: one.total,
    error: one.error,
    waits_until: maybeIso(one.waitsUntil),
  }
}

export const importState = plain<Import>(
  {
    url: Type.String(),
    state: Type.String({ description: '`running`, `done` or `failed`' }),
    received_bytes: Type.Integer(),
    error: maybeText,
    unusable_refs: Type.Integer({ description: 'Branches and tags whose names cannot be kept here' }),
    started_at: timestamp,
    tracker: Type.Union([tracker, Type.Null()], { description: 'Issues and pull requests, where they were asked for' }),
  },
  (value) => ({
    url: value.url,
    state: value.state,
    received_bytes: value.receivedBytes,
    error: value.error,
    unusable_refs: value.unusableRefs,
    started_at: iso(value.startedAt),
    tracker: value.tracker === null ? null : presentTracker(value.tracker),
  }),
)
