const names: ReadonlyMap<string, string> = new Map([
  ['npm', 'npm'],
  ['cargo', 'Cargo'],
  ['golang', 'Go'],
  ['pypi', 'PyPI'],
  ['maven', 'Maven'],
  ['composer', 'Composer'],
  ['gem', 'RubyGems'],
  ['nuget', 'NuGet'],
  ['hex', 'Hex'],
  ['pub', 'Pub'],
  ['swift', 'Swift'],
  ['conan', 'Conan'],
  ['jsr', 'JSR'],
])

/** What people call it; package URLs have names of their own. */
export function ecosystemName(type: string): string {
  return names.get(type) ?? type
}
