import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { BoxCommand, BoxLimits, BoxRequest } from './isolation.ts'

/** Where the launcher finds what it mounts: as they are, or where root has put them within reach of the job's user. */
export interface SandboxSources {
  readonly workspace: string
  readonly home: string
  readonly tmp: string
  /** The small files of `/etc` that are the job's own. */
  readonly etc: string
  readonly readOnly: BoxRequest['readOnly']
}

/** Programs look for these; none of them says anything about the server. */
const machineFiles = [
  '/etc/alternatives',
  '/etc/ca-certificates',
  '/etc/ca-certificates.conf',
  '/etc/debian_version',
  '/etc/fonts',
  '/etc/java',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/etc/magic',
  '/etc/mime.types',
  '/etc/os-release',
  '/etc/perl',
  '/etc/pki/ca-trust',
  '/etc/pki/tls/certs',
  '/etc/protocols',
  '/etc/services',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/timezone',
] as const

export const ownFiles = ['passwd', 'group', 'hosts', 'nsswitch.conf', 'resolv.conf'] as const
const roots = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'] as const

const jobUser = 1000
const jobHome = '/home/job'
const sharedMemory = 64 * 1024 * 1024

/** Everything that bubblewrap is told about one command. It reads this from a pipe: no variable is in a process list. */
export function sandboxArguments(
  sources: SandboxSources,
  env: BoxCommand['env'],
  limits: BoxLimits,
  hidden: readonly string[],
): string[] {
  const given = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: jobHome, ...env }
  return [
    ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--unshare-net'],
    ['--die-with-parent', '--new-session', '--as-pid-1', '--hostname', 'box', '--cap-drop', 'ALL'],
    ['--uid', String(jobUser), '--gid', String(jobUser)],
    ['--ro-bind', '/usr', '/usr', ...roots.flatMap(showRoot)],
    hidden.filter((folder) => folder.startsWith('/usr/')).flatMap((folder) => ['--tmpfs', folder]),
    machineFiles.flatMap((file) => ['--ro-bind-try', file, file]),
    ownFiles.flatMap((file) => ['--ro-bind', join(sources.etc, file), `/etc/${file}`]),
    ['--proc', '/proc', ...(limits.network && process.getuid?.() !== 0 ? plainDevices : ['--dev', '/dev'])],
    ['--perms', '1777', '--size', String(Math.min(sharedMemory, limits.memoryMb * 262_144)), '--tmpfs', '/dev/shm'],
    ['--bind', sources.tmp, '/tmp', '--symlink', '../tmp', '/var/tmp', '--bind', sources.home, jobHome],
    ['--bind', sources.workspace, '/workspace', '--chdir', '/workspace'],
    sources.readOnly.flatMap(({ from, at }) => ['--ro-bind', from, at]),
    ['--remount-ro', '/dev', '--remount-ro', '/'],
    ['--clearenv', ...Object.entries(given).flatMap(([name, value]) => ['--setenv', name, value])],
  ].flat()
}

/**
 * Terminals would take a second namespace of users around the first, and then an ordinary user could not set up the
 * network of the job any more.
 */
const plainDevices = [
  ['--tmpfs', '/dev'],
  ['null', 'zero', 'full', 'random', 'urandom', 'tty'].flatMap((name) => [
    '--dev-bind',
    `/dev/${name}`,
    `/dev/${name}`,
  ]),
  ['', 'in', 'out', 'err'].flatMap((name, index) =>
    index === 0
      ? ['--symlink', '/proc/self/fd', '/dev/fd']
      : ['--symlink', `/proc/self/fd/${index - 1}`, `/dev/std${name}`],
  ),
].flat()

/** On most machines a link into `/usr`. */
function showRoot(path: string): string[] {
  if (!existsSync(path)) return []
  return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

/** Jobs see `/usr`: a data directory that lies there is covered up, by whichever name. */
export function coverUp(folders: readonly string[]): string[] {
  const real = folders.map((folder) => (existsSync(folder) ? realpathSync(folder) : folder))
  return [...new Set([...folders, ...real])]
}

/** The files of the job's own `/etc`. */
export const etcFiles: Readonly<Record<(typeof ownFiles)[number], string>> = {
  passwd: `root:x:0:0:root:/nonexistent:/usr/sbin/nologin\njob:x:${jobUser}:${jobUser}:job:${jobHome}:/bin/sh\n`,
  group: `root:x:0:\njob:x:${jobUser}:\n`,
  hosts: '127.0.0.1 localhost box\n::1 localhost box\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  // Where slirp4netns answers; without a network nobody does.
  'resolv.conf': 'nameserver 10.0.2.3\noptions timeout:2\n',
}
