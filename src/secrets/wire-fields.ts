/** Strings with their length in front, as SSH writes them; one that is too short is an error. */
export function wireFields(bytes: Buffer): Buffer[] {
  const fields: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw new Error('A field ends behind the end')
    fields.push(bytes.subarray(at + 4, end))
    at = end
  }
  return fields
}
