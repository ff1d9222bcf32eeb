// Boxes as a worker opens them, and jobs that try things in them.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Container } from '../../src/ci/isolation/container.ts'
import type { Box, BoxExit, BoxLimits, BoxRequest, Isolation } from '../../src/ci/isolation/isolation.ts'
import { Sandbox } from '../../src/ci/isolation/sandbox.ts'
import type { IsolationSettings } from '../../src/ci/isolation/settings.ts'
import { patienceMs } from './patience.ts'

export type Kind = Isolation['kind']

// Of this process: other files of tests make theirs at the same time.
const testImage = `localhost/stithy-test-box:${process.pid}`
export const serviceImage = `localhost/stithy-test-service:${process.pid}`

/** On a disk: files in memory would be counted as the job's memory. */
const disk = `/var/tmp/stithy-boxes-${process.pid}`

export function newDiskFolder(): string {
  mkdirSync(disk, { recursive: true })
  return mkdtempSync(join(disk, 'folder-'))
}

export function boxSettings(more: Partial<IsolationSettings> = {}): IsolationSettings {
  const folder = newDiskFolder()
  const env = { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`, HOME: process.env['HOME'] ?? '/' }
  return { folder: join(folder, 'boxes'), dataDir: folder, env, defaultImage: testImage, graceMs: 1500, ...more }
}

export async function findIsolation(kind: Kind, settings: IsolationSettings): Promise<Isolation> {
  const found = kind === 'sandbox' ? await Sandbox.find(settings) : await Container.find(settings)
  if ('found' in found) return found.found
  throw new Error(
    `${found.missing}. Install: apt-get install bubblewrap podman runc busybox-static slirp4netns iproute2`,
  )
}

const busybox = execFileSync('sh', ['-c', 'command -v busybox || echo /bin/busybox'], {
  encoding: 'utf8',
}).trim()

/** An image with busybox in it, made here: no registry is asked. */
export function makeImages(): void {
  const root = newDiskFolder()
  for (const folder of ['bin', 'sbin', 'usr/bin', 'tmp', 'etc']) mkdirSync(join(root, folder), { recursive: true })
  cpSync(busybox, join(root, 'bin/busybox'))
  for (const applet of execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n'))
    if (applet !== 'busybox') symlinkSync('/bin/busybox', join(root, 'bin', applet))
  // Stands in for a package manager and what it brings.
  const apk =
    '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift\nfor p; do echo "echo $p from a package" >/usr/bin/$p; chmod 755 /usr/bin/$p; done\n'
  writeFileSync(join(root, 'sbin/apk'), apk, { mode: 0o755 })
  writeFileSync(join(root, 'etc/greeting'), 'hello from the service\n')
  const tar = execFileSync('tar', ['-C', root, '-c', '.'], { maxBuffer: 64 * 1024 * 1024 })
  const serve = 'CMD ["/bin/busybox","httpd","-f","-p","8080","-h","/etc"]'
  execFileSync('podman', ['import', '-', testImage], { input: tar, stdio: ['pipe', 'ignore', 'ignore'] })
  execFileSync('podman', ['import', '-c', serve, '-', serviceImage], {
    input: tar,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  rmSync(root, { recursive: true })
}

export function removeFolders(): void {
  execFileSync('rm', ['-rf', disk])
}

export function removeImagesAndFolders(): void {
  removeFolders()
  const made = execFileSync('podman', ['images', '--quiet', 'localhost/stithy-packages'], { encoding: 'utf8' })
  const ids = [...new Set(made.split('\n').filter((id) => id !== ''))]
  execFileSync('podman', ['rmi', '--force', testImage, serviceImage, ...ids], { stdio: 'ignore' })
}

const limits: BoxLimits = { memoryMb: 96, cpus: 2, pids: 60, diskMb: 24, network: false }
let boxes = 0

export function request(more: Partial<Omit<BoxRequest, 'limits'>> = {}, other: Partial<BoxLimits> = {}): BoxRequest {
  boxes += 1
  return {
    label: `test-${process.pid}-${boxes}`,
    workspace: newDiskFolder(),
    image: null,
    packages: [],
    services: [],
    readOnly: [{ from: busybox, at: '/opt/busybox' }],
    ...more,
    limits: { ...limits, ...other },
  }
}

export interface Attempt extends BoxExit {
  readonly out: string
  readonly err: string
  readonly ms: number
}

interface AttemptOptions {
  readonly env?: Record<string, string>
  /** Calls it off once it has said this. */
  readonly until?: RegExp
}

/** Runs a script in a box, for as long as tests wait for anything. */
export async function attempt(box: Box, script: string, options: AttemptOptions = {}): Promise<Attempt> {
  const said = { stdout: '', stderr: '' }
  const began = performance.now()
  const enough = new AbortController()
  const exit = await box.run({
    argv: ['sh', '-c', script],
    env: options.env ?? {},
    signal: AbortSignal.any([enough.signal, AbortSignal.timeout(patienceMs)]),
    onOutput: (stream, chunk) => {
      if (said[stream].length < 1_000_000) said[stream] += chunk.toString('utf8')
      if (options.until?.test(said.stdout + said.stderr) === true) enough.abort()
    },
  })
  return { ...exit, out: said.stdout, err: said.stderr, ms: performance.now() - began }
}

/** Opens a box for one script. */
export async function once(isolation: Isolation, asked: BoxRequest, script: string): Promise<Attempt> {
  const box = await isolation.open(asked)
  try {
    return await attempt(box, script)
  } finally {
    await box.close()
  }
}

/** Processes of this machine whose command line has the text in it. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(text)
      } catch {
        return false
      }
    })
}

/** Control groups, mounts and containers of a box. */
export function tracesOf(label: string): string[] {
  const groups = execFileSync('find', ['/sys/fs/cgroup', '-type', 'd', '-name', `*${label}`], { encoding: 'utf8' })
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.includes(label))
  const format = ['ps', '--all', '--filter', `label=stithy.box=${label}`, '--format', '{{.Names}}']
  const containers = execFileSync('podman', format, { encoding: 'utf8' })
  return [...groups.split('\n'), ...mounts, ...containers.split('\n')].filter((line) => line !== '')
}
