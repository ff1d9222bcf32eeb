const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

export function fileSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  if (unit === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

const factors: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 }

/** A size as a person writes it: `500 MiB`, `1.5 G`, `1048576`. Null for what is none. */
export function parseFileSize(text: string): number | null {
  const parts = /^(\d{1,15}(?:\.\d{1,3})?)\s*(?:bytes?|([kmgt]?)(?:i?b)?)$/i.exec(text.trim())
  if (parts === null) return null
  return Math.round(Number(parts[1]) * (factors[(parts[2] ?? '').toLowerCase()] ?? 1))
}
