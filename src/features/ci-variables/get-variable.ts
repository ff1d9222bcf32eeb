import type { App } from '../../app.ts'
import type { RecordId } from '../../core/record-id.ts'
import { requireVariable } from './change-variables.ts'
import type { OpenPlace } from './open-place.ts'
import type { Variable } from './variable.ts'

export function getVariable(app: Pick<App, 'db'>, open: OpenPlace, id: RecordId): Promise<Variable> {
  return requireVariable(app.db, open, id)
}
