import { invalidField } from './errors.ts'

/** How a path names a record: Form A's integer or Form B's UUID; either is taken in both forms. */
export type RecordId = { readonly id: number } | { readonly uuid: string }

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function parseRecordId(text: string): RecordId {
  if (/^[1-9]\d{0,14}$/.test(text)) return { id: Number(text) }
  const lower = text.toLowerCase()
  if (uuidShape.test(lower)) return { uuid: lower }
  throw invalidField('id', 'format', 'must be an integer or a UUID')
}
