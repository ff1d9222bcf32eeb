// What an issue form is made of, as somebody wrote it: nothing in it has to be what it should be.

export const mostParts = 100

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

export function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

export function textAt(value: unknown, name: string): string {
  const text = at(value, name)
  return typeof text === 'string' ? text : ''
}

export function listAt(value: unknown, name: string): readonly unknown[] {
  const list = at(value, name)
  return Array.isArray(list) ? list.slice(0, mostParts) : []
}
