import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { arch } from 'node:os'
import { join } from 'node:path'
import { Fault } from '../../core/errors.ts'
import { type BoxFolder, makeBoxFolder, noteCgroups, removeTree } from './box-folder.ts'
import { type Cgroup, foldersOf, limitCgroup, removeCgroup } from './cgroup.ts'
import { sayLimits } from './describe-limits.ts'
import type { BoxLimits, BoxRequest, Isolation } from './isolation.ts'
import { type CgroupHome, findCgroupHome, planCgroup } from './make-cgroup.ts'
import { reapFolders } from './reap-folders.ts'
import { coverUp, etcFiles } from './sandbox-arguments.ts'
import { SandboxBox } from './sandbox-box.ts'
import { limitWords, planSources } from './sandbox-plan.ts'
import { seccompFilter } from './seccomp-filter.ts'
import type { IsolationSettings, Probe } from './settings.ts'
import { runProgram } from './start-program.ts'

/** Jobs in bubblewrap: no daemon, no images. The machine's own programs, read-only, and nothing else of it. */
export class Sandbox implements Isolation {
  readonly kind = 'sandbox'
  readonly #settings: IsolationSettings
  readonly #cgroups: CgroupHome | null

  private constructor(settings: IsolationSettings, cgroups: CgroupHome | null) {
    this.#settings = settings
    this.#cgroups = cgroups
  }

  /** Finds out by running something. */
  static async find(settings: IsolationSettings): Promise<Probe<Sandbox>> {
    const filter = seccompFilter(arch())
    if (filter === null) return { missing: `bubblewrap: no filter of calls for ${arch()}` }
    for (const program of ['bwrap', 'prlimit', ...(process.getuid?.() === 0 ? ['setpriv'] : [])]) {
      const { code } = await runProgram([program, '--version'], { env: settings.env, timeoutMs: 60_000 })
      if (code !== 0) return { missing: `bubblewrap: ${program} is not installed` }
    }
    const own = ownFolder(settings)
    await mkdir(own, { recursive: true })
    // By name: what the process makes is for itself alone otherwise, and jobs run as somebody else.
    await chmod(own, 0o755)
    for (const [name, text] of Object.entries({ ...etcFiles, filter })) {
      const draft = join(own, `${name}.new-${randomUUID()}`)
      await writeFile(draft, text)
      await chmod(draft, 0o644)
      await rename(draft, join(own, name))
    }
    const sandbox = new Sandbox(settings, await findCgroupHome())
    const said = await sandbox.#try()
    return said === null ? { found: sandbox } : { missing: `bubblewrap: ${said}` }
  }

  describe(request: BoxRequest): string {
    const image = request.image === null ? 'an image' : `the image ${request.image}`
    const absent = request.packages.filter((name) => !isInstalled(name))
    const { memory, cpu, pids } = this.#cgroups?.parents ?? {}
    const held = { memory: memory !== undefined, cpu: cpu !== undefined, pids: pids !== undefined }
    return [
      `Runs in a sandbox: the programs of this machine, read-only, stand in for ${image}; ${sayLimits(request.limits, held)}.`,
      ...(absent.length === 0 ? [] : [`This machine does not have: ${absent.join(', ')}.`]),
      ...(request.services.length === 0 ? [] : ['Services need containers.']),
    ].join(' ')
  }

  async open(request: BoxRequest): Promise<SandboxBox> {
    if (request.services.length > 0) throw noServices(request)
    const settings = this.#settings
    const folder = await makeBoxFolder(settings.folder, request, settings.env)
    const cgroup = this.#cgroups === null ? null : planCgroup(this.#cgroups, request.label)
    try {
      if (cgroup !== null) await this.#makeCgroup(folder, cgroup, request.limits)
      const pipes = ['stdout', 'stderr'].map((name) => join(folder.path, name))
      // Open to the job's user, so that it can write to /dev/stdout by that name; ours alone by the folder they are in.
      const made = await runProgram(['mkfifo', '-m', '0666', '--', ...pipes], { env: settings.env })
      if (made.code !== 0) throw new Error(made.stderr)
      const own = ownFolder(settings)
      const { sources, staged } = await planSources(folder, request, own)
      const words = await limitWords(request.limits, cgroup)
      const plan = { asRoot: process.getuid?.() === 0, owner: folder.owner, staged, ...words }
      const [filter, hidden] = [join(own, 'filter'), coverUp([settings.dataDir, settings.localDir ?? settings.dataDir])]
      const parts = { settings, folder, limits: request.limits, sources, cgroup, filter, hidden, plan }
      return await new SandboxBox(parts).begin()
    } catch (error) {
      if (cgroup !== null) await removeCgroup(foldersOf(cgroup))
      await removeTree(folder.path, settings.env)
      throw error
    }
  }

  /** Processes die with the worker that started them; what is left are folders and control groups. */
  async reap(isAlive: (label: string) => boolean): Promise<number> {
    return (await reapFolders(this.#settings, isAlive)).length
  }

  async #makeCgroup(folder: BoxFolder, cgroup: Cgroup, limits: BoxLimits): Promise<void> {
    await noteCgroups(folder, foldersOf(cgroup))
    for (const made of foldersOf(cgroup)) await mkdir(made)
    await limitCgroup(cgroup, limits)
  }

  /** What is wrong; null when it works. */
  async #try(): Promise<string | null> {
    const label = `probe-${randomUUID()}`
    const workspace = join(this.#settings.folder, `.${label}`)
    const said: Buffer[] = []
    const onOutput = (_stream: string, chunk: Buffer): void => void said.push(chunk)
    const limits = { memoryMb: 256, cpus: 1, pids: 32, diskMb: 16, network: false }
    await mkdir(workspace)
    try {
      const box = await this.open({ label, workspace, image: null, packages: [], services: [], limits, readOnly: [] })
      const signal = AbortSignal.timeout(90_000)
      const { code } = await box.run({ argv: ['true'], env: {}, signal, onOutput })
      await box.close()
      return code === 0 ? null : Buffer.concat(said).toString('utf8').trim() || 'does not start'
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      await removeTree(workspace, this.#settings.env)
    }
  }
}

function ownFolder(settings: IsolationSettings): string {
  return join(settings.folder, '.sandbox')
}

/** A guess that is right for most: packages are named after their program, or leave their documentation. */
function isInstalled(name: string): boolean {
  return [`/usr/bin/${name}`, `/usr/sbin/${name}`, `/usr/local/bin/${name}`, `/usr/share/doc/${name}`].some(existsSync)
}

function noServices({ services }: BoxRequest): Fault {
  const names = services.map(({ name }) => name).join(', ')
  const message = `Services (${names}) need containers: install podman or docker on the machine that runs the jobs, and set CI_EXECUTOR=container`
  return new Fault('unavailable', message, { code: 'CI_SERVICES_UNAVAILABLE' })
}
