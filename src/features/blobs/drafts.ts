import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Passing } from '../../core/checkpoint.ts'
import { DiskFault } from '../../core/disk-failure.ts'
import { invalidField } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Sha256 } from '../../core/sha256.ts'
import type { Expected } from './blob-keeping.ts'
import { olderThan } from './old-files.ts'
import { writeDraft } from './write-draft.ts'

export interface Draft {
  readonly name: string
  readonly path: string
  readonly sha256: Sha256
  readonly size: number
}

/** Files while they come in: `blobs/incoming/`. */
export class Drafts {
  readonly #folder: string
  readonly #log: Log
  readonly #passing: Passing
  /** What this process is busy with, which no sweep may touch, however wrong the clock goes. */
  readonly #busy = new Set<string>()

  constructor(dataDir: string, log: Log, passing: Passing) {
    this.#folder = join(dataDir, 'blobs', 'incoming')
    this.#log = log
    this.#passing = passing
  }

  /** Writes down what comes and hands it on; nothing of it is left afterwards, unless it was moved away. */
  async during<T>(source: Readable, expected: Expected, keep: (draft: Draft) => Promise<T>): Promise<T> {
    const name = randomUUID()
    const path = join(this.#folder, name)
    this.#busy.add(name)
    try {
      await mkdir(this.#folder, { recursive: true })
      const { sha256, size } = await writeDraft(source, path, expected)
      await this.#passing('blob.received')
      if (expected.sha256 !== undefined && sha256 !== expected.sha256) {
        throw invalidField('oid', 'mismatch', 'is not the SHA-256 of what was sent')
      }
      return await keep({ name, path, sha256, size })
    } catch (error) {
      throw this.#told(error)
    } finally {
      // Where even that fails, the sweep comes by later; what the caller hears of is why it failed in the first place.
      await rm(path, { force: true }).catch(() => undefined)
      this.#busy.delete(name)
    }
  }

  async forget(before: number): Promise<number> {
    const found = await olderThan(this.#folder, before)
    const drafts = found.filter((name) => !this.#busy.has(name))
    for (const draft of drafts) await rm(join(this.#folder, draft), { force: true })
    return drafts.length
  }

  /** A disk that is full or failing is no fault of the caller, and none of the program: it is told, and logged. */
  #told(error: unknown): unknown {
    if (!(error instanceof Error && 'syscall' in error)) return error
    this.#log.error({ error: String(error) }, 'a file could not be stored')
    return new DiskFault('The file could not be stored: the disk is full or failing')
  }
}
