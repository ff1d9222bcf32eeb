import { iso } from '../../../core/iso-time.ts'
import type { Import } from '../../../features/imports/import.ts'
import { type Tracker, type TrackerKind, trackerKinds } from '../../../features/trackers/tracker.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import type { ShownTracker } from '../components/tracker-progress.tsx'
import type { ImportForm, ShownImport } from '../views/repo-empty.tsx'

/** As the page of an empty repository has it; what somebody has just typed is kept. */
export function importForm(
  known: Import | null,
  typed?: ImportForm['values'],
  errors: FormErrors = noErrors,
): ImportForm {
  const before = { url: known?.url ?? '', username: '', tracker: known?.tracker?.kind ?? '' }
  return { import: shownImport(known), values: typed ?? before, errors }
}

function shownImport(known: Import | null): ShownImport | null {
  if (known === null || known.state === 'done') return null
  const { url, receivedBytes: bytes, startedAt } = known
  if (known.state === 'running')
    return { state: 'running', url, bytes, since: iso(startedAt), tracker: shownTracker(known.tracker) }
  return { state: 'failed', url, error: known.error ?? '' }
}

export function shownTracker(known: Tracker | null): ShownTracker | null {
  if (known === null) return null
  return { ...known, waitsUntil: known.waitsUntil === null ? null : iso(known.waitsUntil) }
}

/** As a form names it. */
export function trackerIn(text: string): TrackerKind | undefined {
  return trackerKinds.find((kind) => kind === text)
}
