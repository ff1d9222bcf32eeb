/** The fields of a form that was sent. Always text: a field that came twice counts once, unless all are asked for. */
export class FormFields {
  readonly #values = new Map<string, string[]>()

  constructor(values: Iterable<readonly [string, string]> = []) {
    for (const [name, value] of values) {
      const others = this.#values.get(name)
      if (others === undefined) this.#values.set(name, [value])
      else others.push(value)
    }
  }

  text(name: string): string {
    // NUL cannot be stored and nobody types it.
    return (this.#values.get(name)?.[0] ?? '').replaceAll('\0', '')
  }

  /** A whole number in digits; NaN for anything else that was typed, nothing where nothing was. */
  number(name: string): number | undefined {
    const text = this.text(name).trim()
    if (text === '') return undefined
    return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? []
  }

  ticked(name: string): boolean {
    return this.#values.has(name)
  }
}
