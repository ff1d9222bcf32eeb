import type { Step } from '../stage.ts'
import { fieldNotes } from './field-notes.ts'
import { lamp } from './lamp.ts'
import { people } from './people.ts'
import { pullsOfBefore } from './pulls.ts'
import { roadmap } from './roadmap.ts'
import { tideline } from './tideline.ts'
import { tidelineIssues } from './tideline-issues.ts'
import { pipelines } from './today.ts'

/** The weeks before. */
export const before: readonly Step[] = [
  ...people,
  ...tideline,
  ...tidelineIssues,
  ...pullsOfBefore,
  ...fieldNotes,
  ...lamp,
  ...roadmap,
]

/** Since pipelines are switched on. */
export const today: readonly Step[] = pipelines
