// Values from files that anybody may have written: nothing is assumed of them, and nothing inherited is ever seen.

/** What stands under a key; undefined where there is nothing. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let here = value
  for (const key of keys) {
    if (typeof here !== 'object' || here === null || Array.isArray(here) || !Object.hasOwn(here, key)) return undefined
    here = Reflect.get(here, key)
  }
  return here
}

export function textAt(value: unknown, ...keys: readonly string[]): string | null {
  const found = at(value, ...keys)
  return typeof found === 'string' ? found : null
}

export function flagAt(value: unknown, key: string): boolean {
  const found = at(value, key)
  // Our own reader of YAML leaves everything as text.
  return found === true || found === 'true'
}

export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

export function entriesAt(value: unknown, ...keys: readonly string[]): [string, unknown][] {
  return entriesOf(at(value, ...keys))
}

export function keysAt(value: unknown, ...keys: readonly string[]): string[] {
  return entriesAt(value, ...keys).map(([key]) => key)
}

export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = at(value, ...keys)
  return Array.isArray(found) ? found : []
}

export function textsAt(value: unknown, ...keys: readonly string[]): string[] {
  return listAt(value, ...keys).filter((one) => typeof one === 'string')
}

export function parseJson(text: string): unknown {
  return JSON.parse(text)
}
