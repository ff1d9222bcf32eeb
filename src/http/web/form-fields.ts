/** The fields of a form that was sent. Always text: a field that came twice counts once, unless all are asked for. */
export class FormFields {
  readonly #values: URLSearchParams

  constructor(values: URLSearchParams) {
    this.#values = values
  }

  text(name: string): string {
    // NUL cannot be stored and nobody types it.
    return (this.#values.get(name) ?? '').replaceAll('\0', '')
  }

  all(name: string): readonly string[] {
    return this.#values.getAll(name)
  }

  ticked(name: string): boolean {
    return this.#values.has(name)
  }
}
