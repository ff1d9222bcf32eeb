import { PackageURL } from 'packageurl-js'

/** The types of package URLs that we make: https://github.com/package-url/purl-spec */
export type Ecosystem =
  | 'npm'
  | 'cargo'
  | 'golang'
  | 'pypi'
  | 'maven'
  | 'composer'
  | 'gem'
  | 'nuget'
  | 'hex'
  | 'pub'
  | 'swift'
  | 'conan'
  | 'jsr'

/** The name of a package that people know, to its one name everywhere. Null where none can be made. */
export function purlOf(ecosystem: Ecosystem, name: string, version: string): string | null {
  const cut = ecosystem === 'maven' ? name.indexOf(':') : name.lastIndexOf('/')
  const namespace = cut <= 0 ? undefined : name.slice(0, cut)
  const own = name.slice(cut + 1)
  try {
    return new PackageURL(
      ecosystem,
      namespace,
      own,
      version === '' ? undefined : version,
      undefined,
      undefined,
    ).toString()
  } catch {
    return null
  }
}
