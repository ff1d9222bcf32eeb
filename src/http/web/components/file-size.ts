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
