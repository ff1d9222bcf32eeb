// What harbour/tideline is built from, as npm and pip write it down.

interface Package {
  readonly version: string
  readonly license: string
  readonly dev?: true
  readonly dependencies?: Readonly<Record<string, string>>
}

const packages: Readonly<Record<string, Package>> = {
  commander: { version: '12.1.0', license: 'MIT' },
  'date-fns': { version: '3.6.0', license: 'MIT' },
  'fast-csv': {
    version: '5.0.1',
    license: 'MIT',
    dependencies: { '@fast-csv/format': '5.0.0', '@fast-csv/parse': '5.0.0' },
  },
  '@fast-csv/format': { version: '5.0.0', license: 'MIT', dependencies: { 'lodash.isequal': '^4.5.0' } },
  '@fast-csv/parse': { version: '5.0.0', license: 'MIT', dependencies: { 'lodash.groupby': '^4.6.0' } },
  'lodash.isequal': { version: '4.5.0', license: 'MIT' },
  'lodash.groupby': { version: '4.6.0', license: 'MIT' },
  typescript: { version: '5.6.3', license: 'Apache-2.0', dev: true },
  prettier: { version: '3.3.3', license: 'MIT', dev: true },
}

const direct = { commander: '^12.1.0', 'date-fns': '^3.6.0', 'fast-csv': '^5.0.1' }
const tools = { typescript: '^5.6.3', prettier: '^3.3.3' }
const about = { name: 'tideline', version: '0.2.0', license: 'MIT', dependencies: direct, devDependencies: tools }

export const manifest = `${JSON.stringify(about, null, 2)}\n`

/** The lock, with other versions of some packages. */
export function lock(changed: Readonly<Record<string, string>> = {}): string {
  const locked: Record<string, Package | typeof about> = { '': about }
  for (const [name, one] of Object.entries(packages)) {
    locked[`node_modules/${name}`] = { ...one, version: changed[name] ?? one.version }
  }
  const whole = { name: 'tideline', version: '0.2.0', lockfileVersion: 3, requires: true }
  return `${JSON.stringify({ ...whole, packages: locked }, null, 2)}\n`
}

export const requirements = 'numpy==2.1.2\nscipy==1.14.1\n'
