import type { Import } from '../../../features/imports/import.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import type { SourceValues } from '../components/source-fields.tsx'
import type { ImportForm, ShownImport } from '../views/repo-empty.tsx'
import { iso } from './page-info.ts'

/** As the page of an empty repository has it; what somebody has just typed is kept. */
export function importForm(known: Import | null, typed?: SourceValues, errors: FormErrors = noErrors): ImportForm {
  return { import: shownImport(known), values: typed ?? { url: known?.url ?? '', username: '' }, errors }
}

function shownImport(known: Import | null): ShownImport | null {
  if (known === null || known.state === 'done') return null
  const { url, receivedBytes: bytes, startedAt } = known
  if (known.state === 'running') return { state: 'running', url, bytes, since: iso(startedAt) }
  return { state: 'failed', url, error: known.error ?? '' }
}
