// The files in deploy/ can be read, ask for few rights, and speak of settings that there are; so do the documents.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { describeSettings } from '../../src/config.ts'

const root = join(import.meta.dirname, '../..')
const deploy = join(root, 'deploy')
const text = (file: string): string => readFileSync(join(deploy, file), 'utf8')
const settings = new Set([...describeSettings().matchAll(/^ {2}([A-Z0-9_]+) /gm)].map((match) => match[1] ?? ''))

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

/** Every mapping under this name, however deep. */
function allUnder(name: string, tree: unknown): readonly Tree[] {
  if (tree === null || typeof tree !== 'object') return []
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === name ? [value].flat() : []),
    ...allUnder(name, value),
  ]) as readonly Tree[]
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
    for (const one of own) expect(one).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  })

  it('with Kubernetes: settings that there are, in things that are whole', () => {
    const all = ['kubernetes/stithy.yaml', 'kubernetes/secret.yaml'].flatMap(documents)
    const configured = all.filter((one) => ['ConfigMap', 'Secret'].includes(String(one['kind'])))
    expect(unknown(keysUnder(['data', 'stringData'], configured))).toEqual([])
    expect(unknown(allUnder('env', all).map((one) => String(one['name'])))).toEqual([])
    const containers = allUnder('containers', all)
    expect(containers).toHaveLength(3)
    for (const one of containers)
      expect(one['securityContext']).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    for (const one of all)
      expect(one).toMatchObject({
        apiVersion: expect.any(String),
        metadata: { name: expect.stringMatching(/^stithy/) },
      })
    const volumes = JSON.stringify(all)
    expect(volumes).toContain('"accessModes":["ReadWriteMany"]')
    expect(volumes).toContain('"httpGet":{"path":"/healthz","port":"http"}')
  })

  it('with Kubernetes: SSH has the port that pages show', () => {
    const all = documents('kubernetes/stithy.yaml')
    const [data] = allUnder(
      'data',
      all.filter((one) => one['kind'] === 'ConfigMap'),
    )
    const port = Number(data?.['SSH_PORT'])
    expect(allUnder('ports', all)).toContainEqual({ name: 'ssh', port, targetPort: 'ssh' })
  })

  it('in all of them servers make pipelines, and workers alone run them', () => {
    const [compose] = documents('compose.yaml')
    const enabled = (name: string) => {
      const [service] = allUnder(name, compose?.['services'])
      return allUnder('environment', service)[0]?.['CI_RUNNER_ENABLED']
    }
    expect([enabled('replica-1'), enabled('replica-2'), enabled('worker')]).toEqual(['false', 'false', 'true'])
    expect(text('systemd/stithy.service')).toContain('\nEnvironment=CI_RUNNER_ENABLED=false\n')
    expect(text('systemd/stithy-worker.service')).toContain('\nEnvironment=CI_RUNNER_ENABLED=true\n')
  })

  it('with systemd: Node may ask for addresses, and a sandbox may have a name', () => {
    expect(text('systemd/stithy.service')).toMatch(/^RestrictAddressFamilies=.* AF_NETLINK$/m)
    expect(text('systemd/stithy-worker.service')).not.toMatch(/^ProtectHostname=|^RestrictNamespaces=/m)
  })

  it.each(['stithy.service', 'stithy-worker.service'])(
    'with systemd: %s does not try bad settings for ever',
    (file) => {
      // What `serve` and `worker` end with when they cannot use their settings, and then alone.
      expect(text(`systemd/${file}`)).toContain('\nRestart=always\n')
      expect(text(`systemd/${file}`)).toContain('\nRestartPreventExitStatus=2\n')
    },
  )

  it('with systemd: a service that runs pipelines itself is closed no more than a worker is', () => {
    const linesOf = (file: string) =>
      new Map([...text(`systemd/${file}`).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
    const [service, worker, change] = ['stithy.service', 'stithy-worker.service', 'pipelines.conf'].map(linesOf)
    const closing = /^(?:No|Private|Protect|Restrict|Remove|Lock|CapabilityBoundingSet|SystemCallFilter)/
    const closed = [...(service?.keys() ?? [])].filter((name) => closing.test(name))
    expect(closed.filter((name) => worker?.get(name) !== service?.get(name) && !change?.has(name))).toEqual([])
    expect(change?.get('ProtectSystem')).toBe(worker?.get('ProtectSystem'))
    expect(text('systemd/pipelines.conf')).toContain('\nEnvironment=CI_RUNNER_ENABLED=true\n')
  })

  it.each(['README.md', 'SECURITY.md', 'docs/OPERATIONS.md', 'docs/BACKUP.md', 'docs/WEBHOOKS.md'])(
    '%s names settings that there are',
    (file) => {
      const words = readFileSync(join(root, file), 'utf8').match(/(?<![\w$.{-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w…])/g)
      expect(unknown(words ?? [])).toEqual([])
    },
  )

  it.each(readdirSync(join(deploy, 'systemd')))('with systemd: %s has lines and settings that there are', (file) => {
    const lines = text(`systemd/${file}`).split('\n')
    for (const line of lines) expect(line).toMatch(/^$|^#|^\[\w+\]$|^[A-Z]\w+=/)
    const named = lines.flatMap((line) => /^Environment=(\w+)=/.exec(line)?.[1] ?? [])
    expect(unknown(named)).toEqual([])
  })
})
