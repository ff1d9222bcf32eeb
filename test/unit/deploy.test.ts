// The files in deploy/ can be read, and speak of settings that there are.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { describeSettings } from '../../src/config.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const text = (file: string): string => readFileSync(join(deploy, file), 'utf8')
const settings = new Set([...describeSettings().matchAll(/^ {2}([A-Z_]+) /gm)].map((match) => match[1] ?? ''))

/** What containers and units have in their environment besides. */
const others = new Set(['NODE_ENV'])

type Tree = Readonly<Record<string, unknown>>

function documents(file: string): readonly Tree[] {
  const all = parseAllDocuments(text(file), { merge: true })
  for (const one of all) expect(one.errors).toEqual([])
  return all.map((one) => one.toJS() as Tree)
}

/** The keys of every mapping under one of these names, however deep. */
function keysUnder(names: readonly string[], tree: unknown): readonly string[] {
  if (tree === null || typeof tree !== 'object') return []
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(names.includes(key) && value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.keys(value)
      : []),
    ...keysUnder(names, value),
  ])
}

const unknown = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !settings.has(name) && !others.has(name))

describe('deployments', () => {
  it('with compose: a database, two replicas, a worker and a proxy, with settings that there are', () => {
    const [compose] = documents('compose.yaml')
    const services = Object.entries(compose?.['services'] ?? {}) as [string, Tree][]
    const names = services.map(([name]) => name)
    expect(names).toEqual(['database', 'migrate', 'replica-1', 'replica-2', 'worker', 'proxy'])
    const own = services.filter(([, service]) => service['image'] === 'stithy').map(([, service]) => service)
    expect(own).toHaveLength(4)
    expect(unknown(keysUnder(['environment'], own))).toEqual([])
    for (const name of ['replica-1', 'replica-2']) expect(text('haproxy.cfg')).toContain(`${name}:4000`)
  })

  it('with Kubernetes: settings that there are, in things that are whole', () => {
    const all = ['kubernetes/stithy.yaml', 'kubernetes/secret.yaml'].flatMap(documents)
    const configured = all.filter((one) => ['ConfigMap', 'Secret'].includes(String(one['kind'])))
    expect(unknown(keysUnder(['data', 'stringData'], configured))).toEqual([])
    for (const one of all)
      expect(one).toMatchObject({
        apiVersion: expect.any(String),
        metadata: { name: expect.stringMatching(/^stithy/) },
      })
    const volumes = JSON.stringify(all)
    expect(volumes).toContain('"accessModes":["ReadWriteMany"]')
    expect(volumes).toContain('"httpGet":{"path":"/healthz","port":"http"}')
  })

  it.each(readdirSync(join(deploy, 'systemd')))('with systemd: %s has lines and settings that there are', (file) => {
    const lines = text(`systemd/${file}`).split('\n')
    for (const line of lines) expect(line).toMatch(/^$|^#|^\[\w+\]$|^[A-Z]\w+=/)
    const named = lines.flatMap((line) => /^Environment=(\w+)=/.exec(line)?.[1] ?? [])
    expect(unknown(named)).toEqual([])
  })
})
