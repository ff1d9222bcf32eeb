// Values from the schemas of the API description: mostly right, often at the edge, now and then none at all.
type Schema = Readonly<Record<string, unknown>>

const odd: readonly unknown[] = [
  null,
  -1,
  0,
  2 ** 53,
  1e308,
  true,
  '',
  ' ',
  [],
  {},
  ['x', 'x'],
  'x'.repeat(70_000),
  '\u202e',
  '\r\nBcc: x@y.org',
  '../..',
  '-h',
  '<script>alert(1)</script>',
  '%00',
  '\u{1f422}',
  '9223372036854775808',
  '0'.repeat(40),
]

export class Maker {
  readonly #chance: () => number
  /** Names, numbers and ids that were seen in answers: with them requests lead somewhere. */
  readonly #seen = new Map<string, unknown[]>()

  constructor(chance: () => number) {
    this.#chance = chance
  }

  /** How often something is not what it should be. */
  readonly #wrong = 0.06

  chance(probability: number): boolean {
    return this.#chance() < probability
  }

  pick<T>(from: readonly T[]): T {
    const one = from[Math.floor(this.#chance() * from.length)]
    if (one === undefined) throw new Error('There is nothing to choose from')
    return one
  }

  remember(value: unknown, name = ''): void {
    if (Array.isArray(value)) for (const one of value) this.remember(one, name)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) this.remember(one, key)
    } else if (typeof value === 'string' || typeof value === 'number') {
      const known = this.#seen.get(name) ?? []
      // A window on what there is: what was deleted goes by and by.
      this.#seen.set(name, [...known.slice(-30), value])
    }
  }

  /** Something that goes by this name, or any. */
  known(...names: readonly string[]): unknown {
    const all = names.flatMap((name) => this.#seen.get(name) ?? [])
    return all.length === 0 ? 'nothing' : this.pick(all)
  }

  value(schema: Schema, name: string): unknown {
    if (this.chance(this.#wrong)) return this.pick(odd)
    const choices = schema['anyOf'] ?? schema['oneOf']
    if (Array.isArray(choices)) return this.value(this.pick(choices as Schema[]), name)
    if (Array.isArray(schema['enum'])) return this.pick(schema['enum'] as unknown[])
    if ('const' in schema) return schema['const']
    switch (Array.isArray(schema['type']) ? this.pick(schema['type'] as unknown[]) : schema['type']) {
      case 'integer':
      case 'number':
        return this.chance(0.4) ? this.known(name, 'number') : Math.floor(this.#chance() * 20)
      case 'boolean':
        return this.chance(0.5)
      case 'null':
        return null
      case 'array':
        return Array.from({ length: Math.floor(this.#chance() * 3) }, () =>
          this.value((schema['items'] ?? {}) as Schema, name.replace(/s$/, '')),
        )
      case 'object':
        return this.object(schema)
      default:
        return this.text(name)
    }
  }

  object(schema: Schema): Record<string, unknown> {
    const required = new Set((schema['required'] ?? []) as string[])
    const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
    const chosen = fields.filter(([name]) => this.chance(required.has(name) ? 0.97 : 0.4))
    return Object.fromEntries(chosen.map(([name, one]) => [name, this.value(one, name)]))
  }

  text(name: string): unknown {
    if (this.chance(0.6)) return this.known(name, ...(synonyms[name] ?? []))
    return this.pick([
      'main',
      'README.md',
      'a',
      'Zwei Wörter',
      `w${Math.floor(this.#chance() * 1000)}`,
      'refs/heads/main',
    ])
  }
}

/** What goes by another name in answers than in requests. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  ref: ['default_branch', 'source_branch', 'head_sha'],
  sha: ['head_sha', 'commit_sha', 'sha'],
  base: ['default_branch', 'sha'],
  head: ['source_branch', 'sha'],
  branch: ['source_branch', 'name'],
  source_branch: ['name'],
  target_branch: ['default_branch'],
  assignee: ['username'],
  author: ['username'],
  labels: ['name'],
  label: ['name'],
  reviewer: ['username'],
  comment: ['id'],
  uuid: ['id'],
  slug: ['slug'],
  team: ['slug'],
}
