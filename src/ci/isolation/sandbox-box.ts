import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Fault } from '../../core/errors.ts'
import { type BoxFolder, removeTree } from './box-folder.ts'
import { type Cgroup, countOutOfMemory, foldersOf, removeCgroup } from './cgroup.ts'
import { CommandEnd } from './command-end.ts'
import type { Box, BoxCommand, BoxExit, BoxLimits } from './isolation.ts'
import { firstPid, type LaunchPlan, launchArgv, openPipe } from './launch-sandbox.ts'
import { descendantsOf } from './process-tree.ts'
import { readOutput } from './read-output.ts'
import { type SandboxSources, sandboxArguments } from './sandbox-arguments.ts'
import { joinNetwork } from './sandbox-network.ts'
import type { IsolationSettings } from './settings.ts'
import { exitOf, startProgram } from './start-program.ts'
import { LimitWatch } from './watch-limits.ts'

export interface SandboxParts {
  readonly settings: IsolationSettings
  readonly folder: BoxFolder
  readonly limits: BoxLimits
  readonly sources: SandboxSources
  readonly cgroup: Cgroup | null
  /** A file with the filter of calls. */
  readonly filter: string
  readonly hidden: readonly string[]
  readonly plan: Omit<LaunchPlan, 'command'>
}

/** Each command gets a bubblewrap of its own around the same folders: none of its processes outlives it. */
export class SandboxBox implements Box {
  readonly #parts: SandboxParts
  readonly #watch: LimitWatch
  /** Number 1 inside, while a command runs. */
  #first: number | null = null
  #child: ChildProcess | null = null
  #end: CommandEnd | null = null
  #running: Promise<unknown> = Promise.resolve()
  #closed: Promise<void> | null = null

  constructor(parts: SandboxParts) {
    const { settings, folder, limits, cgroup } = parts
    this.#parts = parts
    this.#watch = new LimitWatch({
      folders: [folder.workspace, folder.home, folder.tmp],
      diskMb: limits.diskMb,
      memoryMb: cgroup?.folders.memory === undefined ? limits.memoryMb : null,
      env: settings.env,
      processes: async () => (this.#first === null ? [] : [this.#first, ...(await descendantsOf(this.#first))]),
      exceeded: (limit) => this.#end?.exceed(limit),
    })
  }

  async begin(): Promise<this> {
    await this.#watch.begin()
    return this
  }

  run(command: BoxCommand): Promise<BoxExit> {
    if (this.#closed !== null) return Promise.reject(new Error('The box is closed'))
    if (this.#end !== null) return Promise.reject(new Error('The box runs a command already'))
    if (command.signal.aborted) return Promise.resolve({ code: null, limit: null })
    const end = new CommandEnd(command.signal, this.#parts.settings.graceMs, {
      ask: () => (this.#first === null ? Promise.resolve([]) : descendantsOf(this.#first)),
      force: () => this.#force(),
    })
    this.#end = end
    const running = this.#run(command, end).finally(() => {
      end.over()
      this.#end = null
    })
    this.#running = running.catch(() => undefined)
    return running
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#end?.forceNow()
    await this.#running
    const { cgroup, folder, settings } = this.#parts
    if (cgroup !== null) await removeCgroup(foldersOf(cgroup))
    await removeTree(folder.path, settings.env)
  }

  async #run(command: BoxCommand, end: CommandEnd): Promise<BoxExit> {
    const { cgroup } = this.#parts
    const killedBefore = await countOutOfMemory(cgroup)
    const { child, stdout, stderr } = this.#start(command)
    this.#child = child
    const exited = exitOf(child)
    const reading = Promise.all([
      readOutput(stdout, 'stdout', command.onOutput),
      readOutput(stderr, 'stderr', command.onOutput),
    ]).catch((error: unknown) => {
      // Nobody takes what it writes: there is no use in it going on.
      end.forceNow()
      throw error
    })
    reading.catch(() => undefined)
    let network: ChildProcess | null = null
    let began = false
    let code
    try {
      if (end.forced) this.#force()
      this.#first = await firstPid(child)
      began = this.#first !== null
      if (this.#first !== null && this.#parts.limits.network) {
        network = await joinNetwork(this.#first, this.#parts.plan.asRoot, this.#parts.settings.env)
      }
      this.#watch.start()
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(end.byUs ? '' : 'go\n')
      code = await exited
    } catch (error) {
      end.forceNow()
      throw error
    } finally {
      await exited
      network?.kill('SIGKILL')
      end.over()
      await this.#watch.stop()
      this.#first = null
      this.#child = null
    }
    await reading
    if (!began && !end.byUs) throw new Fault('unavailable', 'The sandbox did not start', { code: 'CI_SANDBOX_FAILED' })
    const failed = code !== 0 || end.limit !== null
    const memory = failed && (await countOutOfMemory(cgroup)) > killedBefore ? 'memory' : null
    const limit = end.limit ?? memory ?? (failed && (await this.#watch.isFull()) ? 'disk' : null)
    return { code: end.byUs ? null : code, limit }
  }

  /** With number 1 the kernel ends everything inside, and bubblewrap waits until that is done. */
  #force(): void {
    if (this.#child === null || this.#child.exitCode !== null) return
    if (this.#first === null) this.#child.kill('SIGKILL')
    else {
      try {
        process.kill(this.#first, 'SIGKILL')
      } catch {
        this.#child?.kill('SIGKILL')
      }
    }
  }

  #start(command: BoxCommand): { child: ChildProcess; stdout: Readable; stderr: Readable } {
    const { settings, folder, limits, sources, filter, hidden, plan } = this.#parts
    const [out, err] = [openPipe(join(folder.path, 'stdout')), openPipe(join(folder.path, 'stderr'))]
    const calls = openSync(filter, 'r')
    const argv = launchArgv({ ...plan, command: command.argv })
    const child = startProgram(argv, settings.env, ['pipe', out.write, err.write, 'pipe', 'pipe', calls])
    for (const fd of [out.write, err.write, calls]) closeSync(fd)
    const words = child.stdio[4]
    if (words instanceof Socket) {
      words.on('error', () => undefined)
      words.end(`${sandboxArguments(sources, command.env, limits, hidden).join('\0')}\0`)
    }
    const [stdout, stderr] = [out.read, err.read].map((fd) => new Socket({ fd, readable: true, writable: false }))
    if (stdout === undefined || stderr === undefined) throw new Error('No pipes')
    return { child, stdout, stderr }
  }
}
