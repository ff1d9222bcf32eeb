import { type BoxFolder, removeTree } from './box-folder.ts'
import { countOutOfMemory } from './cgroup.ts'
import { closeRoutes } from './close-routes.ts'
import type { CommandEnd } from './command-end.ts'
import { CommandLife, type Ended } from './command-life.ts'
import { jobArguments } from './container-arguments.ts'
import { serviceName, startServices } from './container-services.ts'
import { type Engine, removeContainers } from './engine.ts'
import { endContainer, type HeldContainer, holdContainer, nameserversOf, processesOf } from './held-container.ts'
import type { Box, BoxCommand, BoxExit, BoxRequest } from './isolation.ts'
import { emptied, execute, hasSurvivors } from './run-in-container.ts'
import type { IsolationSettings } from './settings.ts'
import { LimitWatch } from './watch-limits.ts'

export interface ContainerParts {
  readonly engine: Engine
  readonly settings: IsolationSettings
  readonly request: BoxRequest
  readonly folder: BoxFolder
  /** With the packages in it. */
  readonly image: string
}

/** One container for all commands of a job. One that had to be ended by force is replaced before the next command. */
export class ContainerBox implements Box {
  readonly #parts: ContainerParts
  #container: HeldContainer | null = null
  #watch: LimitWatch | null = null
  /** The container has ended, or is about to. */
  #dying = false
  #names: { job: readonly string[]; services: readonly string[] } = { job: [], services: [] }
  #started = 0
  readonly #life: CommandLife

  constructor(parts: ContainerParts) {
    this.#parts = parts
    this.#life = new CommandLife(parts.settings.graceMs, {
      ask: () => (this.#container === null ? Promise.resolve([]) : processesOf(this.#container)),
      force: () => this.#force(),
    })
  }

  async begin(): Promise<this> {
    const { folder, request, settings } = this.#parts
    const services = await this.#start()
    this.#watch = new LimitWatch({
      folders: [folder.workspace, folder.home, folder.tmp, ...services],
      diskMb: request.limits.diskMb,
      memoryMb: null,
      env: settings.env,
      processes: async () => (this.#container === null ? [] : processesOf(this.#container)),
      exceeded: (limit) => this.#life.exceed(limit),
    })
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
    return this.#life.close(async () => {
      await this.#remove()
      await removeTree(this.#parts.folder.path, this.#parts.settings.env)
    })
  }

  /** The services first: an engine waits in vain for a container to go whose network others are in. */
  async #remove(): Promise<void> {
    const { engine, settings } = this.#parts
    await removeContainers(engine, this.#names.services, settings)
    this.#force()
    await removeContainers(engine, this.#names.job, settings)
    await this.#container?.exited
  }

  /** Starts the container, then the services in its network. Returns where the services write to. */
  async #start(): Promise<string[]> {
    const { engine, settings, request, image } = this.#parts
    await this.#remove()
    const name = `stithy-${request.label}.${this.#started}`
    this.#started += 1
    // Known before they are there: whatever goes wrong on the way, they are removed.
    this.#names = { job: [name], services: request.services.map((_, index) => serviceName(request.label, index)) }
    const container = await holdContainer({ engine, settings, name, words: jobArguments(this.#parts), image })
    this.#container = container
    this.#dying = false
    void container.exited.then(() => (this.#dying ||= this.#container === container))
    if (request.limits.network)
      await closeRoutes(container.pid, await nameserversOf(engine, container, settings), settings.env)
    return startServices(this.#parts, name)
  }

  async #run(command: BoxCommand, end: CommandEnd): Promise<Ended | null> {
    if (this.#container === null || this.#dying) await this.#start()
    const container = this.#container
    if (container === null) throw new Error('No container')
    const killedBefore = await countOutOfMemory(container.cgroup)
    if (end.byUs) return null
    const { exited, reading } = execute(this.#parts, container, { ...command, onOutput: this.#output(command) })
    // Nobody takes what it writes: there is no use in it going on.
    reading.catch(() => end.forceNow())
    this.#watch?.start()
    const code = await exited
    end.over()
    await this.#watch?.stop()
    await reading
    if (!this.#dying && (await hasSurvivors(container))) this.#force()
    if (this.#dying) await emptied(container)
    return { code, cgroup: container.cgroup, killedBefore }
  }

  /** When we end the container under a command, the engine may say so among the command's own words. */
  #output({ onOutput }: BoxCommand): BoxCommand['onOutput'] {
    return (stream, chunk) => {
      const isEngine = this.#dying && stream === 'stderr' && chunk.toString('latin1', 0, 7) === 'Error: '
      return isEngine ? Promise.resolve() : onOutput(stream, chunk)
    }
  }

  #force(): void {
    if (this.#container === null || this.#dying) return
    this.#dying = true
    void endContainer(this.#container)
  }
}
