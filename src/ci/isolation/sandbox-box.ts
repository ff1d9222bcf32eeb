import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { type BoxFolder, removeTree } from './box-folder.ts'
import { type Cgroup, countOutOfMemory, foldersOf, processesIn, removeCgroup } from './cgroup.ts'
import type { CommandEnd } from './command-end.ts'
import { CommandLife, type Ended } from './command-life.ts'
import type { Box, BoxCommand, BoxExit, BoxLimits } from './isolation.ts'
import { firstPid, type LaunchPlan } from './launch-sandbox.ts'
import { NotBegun, noSandbox, notBegun } from './not-begun.ts'
import { descendantsOf, signalAll } from './process-tree.ts'
import { readOutput } from './read-output.ts'
import type { SandboxSources } from './sandbox-arguments.ts'
import { joinNetwork } from './sandbox-network.ts'
import type { IsolationSettings } from './settings.ts'
import { exitOf } from './start-program.ts'
import { startSandbox } from './start-sandbox.ts'
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

const startTries = 3
const startPauseMs = 500

/** Each command gets a bubblewrap of its own around the same folders: none of its processes outlives it. */
export class SandboxBox implements Box {
  readonly #parts: SandboxParts
  readonly #watch: LimitWatch
  /** Number 1 inside, while a command runs. */
  #first: number | null = null
  #child: ChildProcess | null = null
  readonly #life: CommandLife

  constructor(parts: SandboxParts) {
    const { settings, folder, limits, cgroup } = parts
    this.#parts = parts
    this.#life = new CommandLife(settings.graceMs, {
      ask: () => (this.#first === null ? Promise.resolve([]) : descendantsOf(this.#first)),
      force: () => this.#force(),
    })
    this.#watch = new LimitWatch({
      folders: [folder.workspace, folder.home, folder.tmp],
      diskMb: limits.diskMb,
      memoryMb: cgroup?.folders.memory === undefined ? limits.memoryMb : null,
      env: settings.env,
      processes: async () => (this.#first === null ? [] : [this.#first, ...(await descendantsOf(this.#first))]),
      exceeded: (limit) => this.#life.exceed(limit),
    })
  }

  async begin(): Promise<this> {
    await this.#watch.begin()
    return this
  }

  run(command: BoxCommand): Promise<BoxExit> {
    return this.#life.run(
      command,
      () => this.#watch,
      (end) => this.#run(command, end),
    )
  }

  close(): Promise<void> {
    const { cgroup, folder, settings } = this.#parts
    return this.#life.close(async () => {
      if (cgroup !== null) await removeCgroup(foldersOf(cgroup))
      await removeTree(folder.path, settings.env)
    })
  }

  /** One that did not get as far as to be told to begin has done nothing yet: on a machine that is out of breath the next does. */
  async #run(command: BoxCommand, end: CommandEnd): Promise<Ended | null> {
    for (let left = startTries - 1; ; left -= 1) {
      const ended = await this.#try(command, end).catch((error: unknown) => {
        if (!(error instanceof NotBegun)) throw error
        if (end.byUs) return null
        if (left === 0) throw error.why
        return error
      })
      if (!(ended instanceof NotBegun)) return ended
      await pause(startPauseMs)
    }
  }

  async #try(command: BoxCommand, end: CommandEnd): Promise<Ended> {
    const { cgroup, limits, plan, settings } = this.#parts
    const killedBefore = await countOutOfMemory(cgroup)
    const { child, stdout, stderr } = startSandbox(this.#parts, command)
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
    let code
    try {
      if (end.forced) this.#force()
      this.#first = await firstPid(child)
      if (this.#first === null) throw new NotBegun(noSandbox())
      if (limits.network) network = await joinNetwork(this.#first, plan.asRoot, settings.env).catch(notBegun)
      this.#watch.start()
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(end.byUs ? '' : 'go\n')
      code = await exited
    } catch (error) {
      this.#force()
      await exited
      await this.#endOrphans()
      // The pipes are the same for the next: this reader has to be gone.
      await reading.catch(() => undefined)
      throw error
    } finally {
      await exited
      network?.kill('SIGKILL')
      await this.#endOrphans()
      await this.#watch.stop()
      this.#first = null
      this.#child = null
    }
    end.over()
    await reading
    return { code, cgroup, killedBefore }
  }

  /** With number 1 the kernel ends everything inside, and bubblewrap waits until that is done. */
  #force(): void {
    const child = this.#child
    if (child === null || child.exitCode !== null) return
    if (this.#first === null) void endWithAll(child)
    else {
      try {
        process.kill(this.#first, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
    }
  }

  /** Bubblewrap may have been killed by somebody else, before what it began knew that it ends with it. */
  async #endOrphans(): Promise<void> {
    const { cgroup } = this.#parts
    const folders = cgroup === null ? [] : foldersOf(cgroup)
    for (const folder of folders) signalAll(await processesIn(folder), 'SIGKILL')
  }
}

/**
 * Before number 1 is known, bubblewrap may have begun it and not told it to go on: alone, that would wait for ever, and hold
 * the pipes that we read. What stands still begins nothing more.
 */
async function endWithAll(child: ChildProcess): Promise<void> {
  child.kill('SIGSTOP')
  const begun = child.pid === undefined ? [] : await descendantsOf(child.pid)
  child.kill('SIGKILL')
  signalAll(begun, 'SIGKILL')
}
