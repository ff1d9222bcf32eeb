import { Fault } from '../../core/errors.ts'
import { Container } from './container.ts'
import { hasImage } from './engine.ts'
import type { Isolation } from './isolation.ts'
import { reapFolders } from './reap-folders.ts'
import { Sandbox } from './sandbox.ts'
import type { IsolationSettings, Probe } from './settings.ts'

export type Executor = 'auto' | 'container' | 'sandbox'

/** Which kind of isolation this machine has. Looked for when the first job asks, and then remembered. */
export class IsolationChoice {
  readonly #executor: Executor
  readonly #settings: IsolationSettings
  #chosen: Promise<Isolation> | null = null
  #container: Probe<Container> | null = null

  constructor(executor: Executor, settings: IsolationSettings) {
    this.#executor = executor
    this.#settings = settings
  }

  /** Fails where none works: nothing ever runs without. Then the next who asks looks again. */
  isolation(): Promise<Isolation> {
    this.#chosen ??= this.#choose().catch((error: unknown) => {
      this.#chosen = null
      throw error
    })
    return this.#chosen
  }

  /** Ends what workers that are gone have left, also in the kind that is not used any more. Says how many boxes. */
  async reap(isAlive: (label: string) => boolean): Promise<number> {
    if (this.#executor !== 'sandbox') {
      const container = await this.#findContainer()
      if ('found' in container) return container.found.reap(isAlive)
    }
    return (await reapFolders(this.#settings, isAlive)).length
  }

  /** Takes a few hundred milliseconds: what was found is not looked for twice. */
  async #findContainer(): Promise<Probe<Container>> {
    const probe = this.#container ?? (await Container.find(this.#settings))
    if ('found' in probe) this.#container = probe
    return probe
  }

  async #choose(): Promise<Isolation> {
    switch (this.#executor) {
      case 'container': {
        const container = await this.#findContainer()
        if ('found' in container) return container.found
        throw noneWorks([container.missing])
      }
      case 'sandbox': {
        const sandbox = await Sandbox.find(this.#settings)
        if ('found' in sandbox) return sandbox.found
        throw noneWorks([sandbox.missing])
      }
      case 'auto':
        return this.#firstThatWorks()
      default:
        return this.#executor satisfies never
    }
  }

  /**
   * Containers, where somebody has set them up: an engine that has no image yet would have every first job wait for a
   * download, or fail without one, while the sandbox runs it at once.
   */
  async #firstThatWorks(): Promise<Isolation> {
    if (await hasImage(this.#settings)) {
      const container = await this.#findContainer()
      if ('found' in container) return container.found
    }
    const sandbox = await Sandbox.find(this.#settings)
    if ('found' in sandbox) return sandbox.found
    const container = await this.#findContainer()
    if ('found' in container) return container.found
    throw noneWorks([sandbox.missing, container.missing])
  }
}

function noneWorks(reasons: readonly string[]): Fault {
  const message = [
    'No isolation works on this machine, and no job runs without.',
    'Install bubblewrap (Debian: apt-get install bubblewrap), or podman (apt-get install podman runc), or docker.',
    `Found: ${reasons.join('; ')}`,
  ].join(' ')
  return new Fault('unavailable', message, { code: 'CI_ISOLATION_UNAVAILABLE' })
}
