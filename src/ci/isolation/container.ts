import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { makeBoxFolder, removeTree } from './box-folder.ts'
import { confinement, profileOf, requireImageName } from './container-arguments.ts'
import { ContainerBox } from './container-box.ts'
import { sayLimits } from './describe-limits.ts'
import { type Engine, findEngine, listContainers, removeContainers } from './engine.ts'
import { installPackages, removeOldImages } from './install-packages.ts'
import type { Box, BoxRequest, Isolation } from './isolation.ts'
import { pullImage } from './pull-image.ts'
import { reapFolders } from './reap-folders.ts'
import { seccompProfile } from './seccomp-filter.ts'
import type { IsolationSettings, Probe } from './settings.ts'

const all = { memory: true, cpu: true, pids: true }
const probeLimits = { memoryMb: 64, cpus: 1, pids: 32, diskMb: 16, network: false }

/** Jobs in containers, by podman or docker, whichever works here. */
export class Container implements Isolation {
  readonly kind = 'container'
  readonly #engine: Engine
  readonly #settings: IsolationSettings

  private constructor(engine: Engine, settings: IsolationSettings) {
    this.#engine = engine
    this.#settings = settings
  }

  static async find(settings: IsolationSettings): Promise<Probe<Container>> {
    await mkdir(settings.folder, { recursive: true, mode: 0o700 })
    const profile = profileOf(settings)
    const draft = `${profile}.${randomUUID()}`
    await writeFile(draft, seccompProfile())
    await rename(draft, profile)
    const engine = await findEngine(settings, confinement(null, settings, probeLimits))
    return 'found' in engine ? { found: new Container(engine.found, settings) } : engine
  }

  describe({ image, packages, limits }: BoxRequest): string {
    const added = packages.length === 0 ? '' : ` with ${packages.join(', ')}`
    const from = image ?? this.#settings.defaultImage
    return `Runs in a container (${this.#engine.name}) of ${from}${added}; ${sayLimits(limits, all)}.`
  }

  async open(request: BoxRequest): Promise<Box> {
    const [engine, settings] = [this.#engine, this.#settings]
    const image = requireImageName(request.image ?? settings.defaultImage)
    const folder = await makeBoxFolder(settings.folder, request, settings.env)
    const readOnly = request.readOnly.map(({ from, at }) => ({
      from: existsSync(from) ? realpathSync(from) : from,
      at,
    }))
    try {
      const id = await pullImage(engine, image, settings, request.signal)
      const ready = await installPackages(engine, id, request, settings)
      const box = new ContainerBox({ engine, settings, request: { ...request, readOnly }, folder, image: ready })
      try {
        return await box.begin()
      } catch (error) {
        await box.close()
        throw error
      }
    } catch (error) {
      await removeTree(folder.path, settings.env)
      throw error
    }
  }

  async reap(isAlive: (label: string) => boolean): Promise<number> {
    const boxes = await listContainers(this.#engine, this.#settings)
    const left = [...boxes].filter(([label]) => !isAlive(label))
    // Services first, as when a box closes.
    const names = left.flatMap(([, ofBox]) => ofBox).toSorted((a, b) => Number(isService(b)) - Number(isService(a)))
    for (const name of names) await removeContainers(this.#engine, [name], this.#settings)
    await removeOldImages(this.#engine, this.#settings)
    const folders = await reapFolders(this.#settings, isAlive)
    return new Set([...left.map(([label]) => label), ...folders]).size
  }
}

function isService(name: string): boolean {
  return name.includes('.service-')
}
