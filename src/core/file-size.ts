const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

export function fileSize(bytes: number): string {
  const unit = unitOf(bytes)
  if (unit === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  return `${inUnitOf(bytes, bytes)} ${units[unit]}`
}

/** How much of a file has got somewhere: `62 of 143 MiB`. */
export function partOfSize(part: number, whole: number): string {
  return `${inUnitOf(whole, part)} of ${fileSize(whole)}`
}

function unitOf(bytes: number): number {
  let unit = 0
  while (bytes >= 1024 ** (unit + 1) && unit < units.length - 1) unit += 1
  return unit
}

/** As many digits as the whole has. */
function inUnitOf(whole: number, bytes: number): string {
  const unit = unitOf(whole)
  const factor = 1024 ** unit
  return (bytes / factor).toFixed(unit > 0 && whole / factor < 10 ? 1 : 0)
}

const factors: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 }

/** A size as a person writes it: `500 MiB`, `1.5 G`, `1048576`. Null for what is none. */
export function parseFileSize(text: string): number | null {
  const parts = /^(\d{1,15}(?:\.\d{1,3})?)\s*(?:bytes?|([kmgt]?)(?:i?b)?)$/i.exec(text.trim())
  if (parts === null) return null
  return Math.round(Number(parts[1]) * (factors[(parts[2] ?? '').toLowerCase()] ?? 1))
}
