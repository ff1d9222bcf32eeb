/** Every kind of file that names packages. */
export type FileKind =
  | 'npm-lock'
  | 'pnpm-lock'
  | 'yarn-lock'
  | 'cargo-lock'
  | 'go-mod'
  | 'go-sum'
  | 'requirements'
  | 'poetry-lock'
  | 'pipfile-lock'
  | 'uv-lock'
  | 'pdm-lock'
  | 'pom'
  | 'gradle-lock'
  | 'composer-lock'
  | 'gemfile-lock'
  | 'nuget-lock'
  | 'mix-lock'
  | 'pubspec-lock'
  | 'swift-resolved'
  | 'conan-lock'
  | 'deno-lock'
  | 'package-json'
  | 'cargo-toml'
  | 'pyproject'
  | 'gemfile'

const byName: ReadonlyMap<string, FileKind> = new Map([
  ['package-lock.json', 'npm-lock'],
  ['npm-shrinkwrap.json', 'npm-lock'],
  ['pnpm-lock.yaml', 'pnpm-lock'],
  ['yarn.lock', 'yarn-lock'],
  ['Cargo.lock', 'cargo-lock'],
  ['go.mod', 'go-mod'],
  ['go.sum', 'go-sum'],
  ['poetry.lock', 'poetry-lock'],
  ['Pipfile.lock', 'pipfile-lock'],
  ['uv.lock', 'uv-lock'],
  ['pdm.lock', 'pdm-lock'],
  ['pom.xml', 'pom'],
  ['gradle.lockfile', 'gradle-lock'],
  ['buildscript-gradle.lockfile', 'gradle-lock'],
  ['composer.lock', 'composer-lock'],
  ['Gemfile.lock', 'gemfile-lock'],
  ['gems.locked', 'gemfile-lock'],
  ['packages.lock.json', 'nuget-lock'],
  ['mix.lock', 'mix-lock'],
  ['pubspec.lock', 'pubspec-lock'],
  ['Package.resolved', 'swift-resolved'],
  ['conan.lock', 'conan-lock'],
  ['deno.lock', 'deno-lock'],
  ['package.json', 'package-json'],
  ['Cargo.toml', 'cargo-toml'],
  ['pyproject.toml', 'pyproject'],
  ['Gemfile', 'gemfile'],
])

export function kindOf(path: string): FileKind | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const known = byName.get(name)
  if (known !== undefined) return known
  if (name.length > 100 || !name.endsWith('.txt')) return null
  return /^requirements[\w.-]*\.txt$/.test(name) || /(^|\/)requirements\/[\w.-]+\.txt$/.test(path.slice(-200))
    ? 'requirements'
    : null
}

/** Files that only count where nothing better lies beside or above them: by what better is. */
export const givesWayTo: ReadonlyMap<FileKind, readonly FileKind[]> = new Map([
  ['package-json', ['npm-lock', 'pnpm-lock', 'yarn-lock', 'deno-lock']],
  ['cargo-toml', ['cargo-lock']],
  ['pyproject', ['poetry-lock', 'pipfile-lock', 'uv-lock', 'pdm-lock', 'requirements']],
  ['gemfile', ['gemfile-lock']],
  ['go-sum', ['go-mod']],
])
