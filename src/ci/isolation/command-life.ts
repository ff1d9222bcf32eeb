import { type Cgroup, countOutOfMemory } from './cgroup.ts'
import { CommandEnd, type Means } from './command-end.ts'
import type { BoxCommand, BoxExit } from './isolation.ts'
import type { LimitWatch } from './watch-limits.ts'

/** What a command came to, as far as the kind of box can tell. */
export interface Ended {
  readonly code: number
  /** Where the kernel counts the memory, and what it had killed before the command began. */
  readonly cgroup: Cgroup | null
  readonly killedBefore: number
}

/** The commands of a box: one at a time, each with a way to end it, and none after the box is closed. */
export class CommandLife {
  readonly #graceMs: number
  readonly #means: Means
  #end: CommandEnd | null = null
  #running: Promise<unknown> = Promise.resolve()
  #closed: Promise<void> | null = null

  constructor(graceMs: number, means: Means) {
    this.#graceMs = graceMs
    this.#means = means
  }

  exceed(limit: NonNullable<BoxExit['limit']>): void {
    this.#end?.exceed(limit)
  }

  /** `work` returns null for a command that was ended before it began. */
  run(
    command: BoxCommand,
    watch: () => LimitWatch | null,
    work: (end: CommandEnd) => Promise<Ended | null>,
  ): Promise<BoxExit> {
    if (this.#closed !== null) return Promise.reject(new Error('The box is closed'))
    if (this.#end !== null) return Promise.reject(new Error('The box runs a command already'))
    if (command.signal.aborted) return Promise.resolve({ code: null, limit: null })
    const end = new CommandEnd(command.signal, this.#graceMs, this.#means)
    this.#end = end
    const running = work(end)
      .then((ended) => (ended === null ? { code: null, limit: null } : judge(ended, end, watch())))
      .finally(() => {
        end.over()
        this.#end = null
      })
    this.#running = running.catch(() => undefined)
    return running
  }

  /** Ends what runs, then removes the box. */
  close(remove: () => Promise<void>): Promise<void> {
    this.#closed ??= this.#close(remove)
    return this.#closed
  }

  async #close(remove: () => Promise<void>): Promise<void> {
    this.#end?.forceNow()
    await this.#running
    await remove()
  }
}

async function judge(
  { code, cgroup, killedBefore }: Ended,
  end: CommandEnd,
  watch: LimitWatch | null,
): Promise<BoxExit> {
  const failed = code !== 0 || end.limit !== null
  const memory = failed && (await countOutOfMemory(cgroup)) > killedBefore ? 'memory' : null
  const limit = end.limit ?? memory ?? (failed && (await watch?.isFull()) === true ? 'disk' : null)
  return { code: end.byUs ? null : code, limit }
}
