/** How a path names a record: Form A's integer or Form B's UUID; either is taken in both forms. */
export type RecordId = { readonly id: number } | { readonly uuid: string }

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What cannot be an id is that of nothing: there is no record 0. */
export function parseRecordId(text: string): RecordId {
  return recordIdIn(text) ?? { id: 0 }
}

/** For where a name may stand as well. */
export function recordIdIn(text: string): RecordId | null {
  if (/^[1-9]\d{0,14}$/.test(text)) return { id: Number(text) }
  const lower = text.toLowerCase()
  return uuidShape.test(lower) ? { uuid: lower } : null
}
