import { parse } from 'smol-toml'
import { type FoundPackage, packageOf, present, type Reading, type Use } from '../found-package.ts'
import { at, entriesAt, entriesOf, listAt, parseJson, textAt, textsAt } from '../look-into.ts'
import type { Ecosystem } from '../purl.ts'
import { parseRequirement, pythonName } from './python-names.ts'

// What a project asks for where no lock file says what it got.

export function readPackageJson(text: string): Reading {
  const manifest = parseJson(text)
  return {
    packages: [
      ...declared('npm', at(manifest, 'devDependencies'), 'development'),
      ...declared('npm', at(manifest, 'optionalDependencies'), 'optional'),
      ...declared('npm', at(manifest, 'peerDependencies'), 'optional'),
      ...declared('npm', at(manifest, 'dependencies'), 'required'),
    ],
  }
}

export function readCargoToml(text: string): Reading {
  const manifest: unknown = parse(text)
  const places = [manifest, at(manifest, 'workspace'), ...entriesAt(manifest, 'target').map(([, one]) => one)]
  return {
    packages: places.flatMap((place) => [
      ...declared('cargo', at(place, 'dev-dependencies'), 'development'),
      ...declared('cargo', at(place, 'build-dependencies'), 'development'),
      ...declared('cargo', at(place, 'dependencies'), 'required'),
    ]),
  }
}

export function readPyproject(text: string): Reading {
  const manifest: unknown = parse(text)
  const extras = entriesAt(manifest, 'project', 'optional-dependencies').flatMap(([name]) =>
    textsAt(manifest, 'project', 'optional-dependencies', name),
  )
  const groups = entriesAt(manifest, 'dependency-groups').flatMap(([name]) =>
    textsAt(manifest, 'dependency-groups', name),
  )
  const poetry = at(manifest, 'tool', 'poetry')
  const ofGroups = entriesAt(poetry, 'group').flatMap(([, group]) =>
    declared('pypi', at(group, 'dependencies'), 'development'),
  )
  return {
    packages: [
      ...required(groups, 'development'),
      ...ofGroups,
      ...declared('pypi', at(poetry, 'dev-dependencies'), 'development'),
      ...required(extras, 'optional'),
      ...required(textsAt(manifest, 'project', 'dependencies'), 'required'),
      ...declared('pypi', at(poetry, 'dependencies'), 'required').filter(({ name }) => name !== 'python'),
    ],
  }
}

/** A program, of which only the lines that say `gem 'name', '~> 1.0'` are read. */
export function readGemfile(text: string): Reading {
  return {
    packages: present(
      text.split('\n').map((line) => {
        const found = /^\s{0,40}gem[\s(]+['"]([\w.-]{1,200})['"]/.exec(line.slice(0, 2000))
        if (found === null) return null
        const ranges = [...line.slice(found[0].length, 2000).matchAll(/,\s*['"]([^'"]{1,100})['"]/g)].map(
          ([, range]) => range,
        )
        return packageOf('gem', found[1] ?? '', '', { range: ranges.join(', ') || '*', isDirect: true })
      }),
    ),
  }
}

function declared(ecosystem: Ecosystem, table: unknown, use: Use): readonly FoundPackage[] {
  return present(
    entriesOf(table).map(([key, value]) => {
      // Folders of the repository, and what it shares with its workspace.
      if (textAt(value, 'path') !== null || at(value, 'workspace') === true) return null
      const range =
        typeof value === 'string'
          ? value
          : (textAt(value, 'version') ?? textAt(listAt({ value }, 'value')[0], 'version'))
      if (range !== null && /^(file|link|workspace|portal):/.test(range)) return null
      const name = textAt(value, 'package') ?? key
      return packageOf(ecosystem, ecosystem === 'pypi' ? pythonName(name) : name, '', {
        range: range ?? '*',
        use,
        isDirect: true,
      })
    }),
  )
}

function required(list: readonly string[], use: Use): readonly FoundPackage[] {
  return present(
    list.map((text) => {
      const parsed = parseRequirement(text)
      return parsed && packageOf('pypi', parsed.name, '', { range: parsed.range || '*', use, isDirect: true })
    }),
  )
}
