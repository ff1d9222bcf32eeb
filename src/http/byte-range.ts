/** The first and the last byte of a part, both counted from 0. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * What a Range header asks for: one part; 'behind' when that part lies behind the end; null when it has to be taken as
 * if it were not there, which holds for several parts at once and for whatever cannot be read (RFC 9110, 14.2).
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'behind' | null {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(' ', '') ?? '')
  const [first = '', last = ''] = parts?.slice(1) ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'behind' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'behind' : { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
