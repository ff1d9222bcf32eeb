export interface Field {
  readonly name: string
  /** `path` or `query`. */
  readonly place: string
  readonly control: HTMLInputElement | HTMLSelectElement
}

/** The path with its parameters in, and those of the query behind it. Empty fields are not sent. */
export function pathWith(path: string, fields: readonly Field[]): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const field = fields.find((one) => one.place === 'path' && one.name === name)
    return encodeURIComponent(field?.control.value ?? '')
  })
  const query = new URLSearchParams()
  for (const { name, place, control } of fields) {
    if (place === 'query' && control.value !== '') query.set(name, control.value)
  }
  const search = query.toString()
  return search === '' ? filled : `${filled}?${search}`
}
