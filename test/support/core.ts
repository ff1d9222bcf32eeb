// The parts below the doors, for tests of what no door shows: transactions and jobs.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../src/app.ts'
import { composeCore } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { newMigratedDatabase, quiet } from './database.ts'
import { removeFolder } from './temporary-folder.ts'

export interface TestCore {
  readonly app: App
  advance(ms: number): void
  stop(): Promise<void>
}

export async function startCore(): Promise<TestCore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stithy-core-'))
  const config = readConfig({ DATA_DIR: dataDir, ...(await newMigratedDatabase(dataDir)) })
  let offset = 0
  const core = await composeCore(config, { clock: { now: () => Date.now() + offset }, log: quiet })
  return {
    app: core.app,
    advance: (ms) => {
      offset += ms
    },
    stop: async () => {
      await core.close()
      await removeFolder(dataDir)
    },
  }
}
