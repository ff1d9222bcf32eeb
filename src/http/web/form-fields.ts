import type { Multipart, SentFile } from './read-multipart.ts'

/** The fields of a form that was sent. Always text: a field that came twice counts once, unless all are asked for. */
export class FormFields {
  readonly #values = new Map<string, string[]>()
  readonly #files: Multipart['files']

  constructor(values: Iterable<readonly [string, string]> = [], files: Multipart['files'] = []) {
    this.#files = files
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

  /** A browser sends an empty one without a name where none was chosen. */
  files(name: string): readonly SentFile[] {
    return this.#files.filter((file) => file.field === name && (file.name !== '' || file.bytes.length > 0))
  }

  ticked(name: string): boolean {
    return this.#values.has(name)
  }
}
