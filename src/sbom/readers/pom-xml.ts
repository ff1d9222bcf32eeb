import { packageOf, present, type Reading, type Use } from '../found-package.ts'
import { childOf, type Element, parsePlainXml, textOf } from '../plain-xml.ts'

const uses: Readonly<Record<string, Use>> = { test: 'development', provided: 'optional', system: 'optional' }
const mostRounds = 10
const longestValue = 500

/** What a project asks for itself; what that needs in turn is known to Maven alone. */
export function readPom(text: string): Reading {
  const project = parsePlainXml(text)
  if (project.name !== 'project') return { packages: [], notes: ['it is not a project of Maven'] }
  const properties = propertiesOf(project)
  const fill = (value: string | null): string => filled(value ?? '', properties)
  const managed = new Map(
    dependenciesOf(childOf(project, 'dependencyManagement')).map((one) => [keyOf(one, fill), one]),
  )
  return {
    packages: present(
      dependenciesOf(project).map((one) => {
        const above = managed.get(keyOf(one, fill)) ?? null
        const version = fill(textOf(one, 'version') ?? textOf(above, 'version'))
        const scope = fill(textOf(one, 'scope') ?? textOf(above, 'scope'))
        const isOptional = textOf(one, 'optional') === 'true'
        const use = Object.hasOwn(uses, scope) ? uses[scope] : undefined
        // A property of a parent that lies elsewhere, or a range: then it is only what would do.
        const isExact = version !== '' && !/[${}[\](),]/.test(version)
        return packageOf('maven', keyOf(one, fill), isExact ? version : '', {
          range: isExact ? null : version || '*',
          use: use ?? (isOptional ? 'optional' : 'required'),
          isDirect: true,
        })
      }),
    ),
  }
}

function dependenciesOf(element: Element | null): readonly Element[] {
  return childOf(element, 'dependencies')?.children.filter((one) => one.name === 'dependency') ?? []
}

function keyOf(one: Element, fill: (value: string | null) => string): string {
  return `${fill(textOf(one, 'groupId'))}:${fill(textOf(one, 'artifactId'))}`
}

function propertiesOf(project: Element): ReadonlyMap<string, string> {
  const own = childOf(project, 'properties')?.children.map((one) => [one.name, one.text.trim()] as const) ?? []
  const version = textOf(project, 'version') ?? textOf(project, 'parent', 'version') ?? ''
  const group = textOf(project, 'groupId') ?? textOf(project, 'parent', 'groupId') ?? ''
  return new Map([
    ...own,
    ['project.version', version],
    ['project.parent.version', textOf(project, 'parent', 'version') ?? ''],
    ['project.groupId', group],
    ['version', version],
  ])
}

/** Properties may name properties. Each round fills in one layer; what grows without end is given up. */
function filled(value: string, properties: ReadonlyMap<string, string>): string {
  let text = value
  for (let round = 0; round < mostRounds && text.includes('${'); round += 1) {
    const next = text.replaceAll(/\$\{([^${}]{1,200})\}/g, (whole, name: string) => properties.get(name) ?? whole)
    if (next === text || next.length > longestValue) break
    text = next
  }
  return text.trim()
}
