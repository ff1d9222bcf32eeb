import type { RepoDir } from './run-git.ts'

/** A git that stays, for one repository. */
export interface Lasting {
  readonly idle: boolean
  close(): void
}

interface Pooled<T> {
  readonly process: T
  usedAt: number
}

/** One lasting git a repository, and of all repositories so many; one that nobody has asked for a while is ended. */
export class ProcessPool<T extends Lasting> {
  readonly #most: number
  readonly #idleMs: number
  readonly #start: (dir: RepoDir, onEnd: () => void) => T
  readonly #running = new Map<RepoDir, Pooled<T>>()
  readonly #sweeper: NodeJS.Timeout

  constructor(limits: { most: number; idleMs: number }, start: (dir: RepoDir, onEnd: () => void) => T) {
    this.#most = limits.most
    this.#idleMs = limits.idleMs
    this.#start = start
    this.#sweeper = setInterval(() => this.#sweep(), limits.idleMs / 2)
    this.#sweeper.unref()
  }

  of(dir: RepoDir): T {
    const pooled = this.#running.get(dir)
    if (pooled !== undefined) {
      pooled.usedAt = Date.now()
      return pooled.process
    }
    if (this.#running.size >= this.#most) this.#closeOldest()
    const process = this.#start(dir, () => {
      if (this.#running.get(dir)?.process === process) this.#running.delete(dir)
    })
    this.#running.set(dir, { process, usedAt: Date.now() })
    return process
  }

  end(dir: RepoDir): void {
    this.#running.get(dir)?.process.close()
    this.#running.delete(dir)
  }

  close(): void {
    clearInterval(this.#sweeper)
    for (const dir of this.#running.keys()) this.end(dir)
  }

  #closeOldest(): void {
    const idle = [...this.#running].filter(([, pooled]) => pooled.process.idle)
    const [oldest] = idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
    if (oldest !== undefined) this.end(oldest[0])
  }

  #sweep(): void {
    const before = Date.now() - this.#idleMs
    for (const [dir, { process, usedAt }] of this.#running) {
      const isMany = this.#running.size > this.#most
      if (process.idle && (isMany || usedAt <= before)) this.end(dir)
    }
  }
}
