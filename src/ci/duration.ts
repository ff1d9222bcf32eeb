const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
const shape = /^(?:\d{1,9}[smhd]){1,4}$/

/** "90s", "30m", "1h30m", "7d"; a bare number means seconds. Null for anything else. */
export function parseDuration(value: string | number): number | null {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? value : null
  if (/^\d{1,9}$/.test(value)) return Number(value)
  if (!shape.test(value)) return null
  let seconds = 0
  for (const [, count, unit = ''] of value.matchAll(/(\d+)([smhd])/g)) seconds += Number(count) * (units[unit] ?? 0)
  return seconds
}
