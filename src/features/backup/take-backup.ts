import type { Config } from '../../config.ts'
import type { Clock } from '../../core/clock.ts'
import { openSnapshot } from '../../db/whole/open-snapshot.ts'
import type { Snapshot } from '../../db/whole/snapshot.ts'
import type { Git } from '../../git/run-git.ts'
import { backUpFiles } from './back-up-files.ts'
import { backUpRepositories } from './back-up-repositories.ts'
import { holdDeletions } from './deletion-hold.ts'
import { dumpTable } from './dump-table.ts'
import { FileStore } from './file-store.ts'
import { filesOf, type KeptTable, type Point, type PointHeader } from './manifest.ts'
import { BadManifest } from './parse-manifest.ts'
import { type Points, type PointWriter, refused } from './points.ts'

export interface BackupNeeds {
  readonly config: Config
  readonly git: Git
  readonly clock: Clock
  readonly version: string
  readonly secretPrint: string
  /** Told again and again how far it is. */
  readonly progress: (said: string) => void
}

export interface BackupReport {
  readonly point: Point
  readonly newBytes: number
  readonly bytes: number
}

/** What was missing may have been deleted for good a moment before; whoever looks again from a later moment knows. */
const attempts = 3

/** Writes one more point into a backup folder, while everybody goes on working. */
export async function takeBackup(needs: BackupNeeds, points: Points): Promise<BackupReport> {
  const store = new FileStore(points.directory)
  const release = await holdDeletions(needs.config)
  try {
    let last: string | null = null
    for (let count = 1; ; count++) {
      const { point, writer } = await takePoint(needs, points, store)
      const wrong = [...point.repos.values()].filter(({ damage }) => damage !== null).map(({ uuid }) => uuid)
      const all = [...wrong, ...point.lost.map(({ name }) => name)].join(' ')
      if (all === '' || all === last || count === attempts) {
        await store.sync()
        await writer.finish()
        const bytes = [...filesOf(point).values()].reduce((sum, { size }) => sum + size, 0)
        return { point, newBytes: store.newBytes, bytes }
      }
      await writer.abandon()
      last = all
    }
  } finally {
    await release()
  }
}

async function takePoint(
  needs: BackupNeeds,
  points: Points,
  store: FileStore,
): Promise<{ point: Point; writer: PointWriter }> {
  const earlier = await readEarlier(points)
  if (earlier.some(({ header }) => header.secretPrint !== needs.secretPrint)) {
    throw refused(`${points.directory} holds backups of another Stithy: choose another folder`)
  }
  const snapshot = await openSnapshot(needs.config.DATABASE_URL, needs.config.DATA_DIR)
  const header = headerOf(needs, snapshot)
  const writer = await points.begin(header)
  try {
    const tables = await dumpTables(needs, store, snapshot, writer)
    // From here on the database may forget how it was.
    await snapshot.close()
    const repos = await backUpRepositories({ ...needs, store }, { tables, earlier, writer })
    const before = new Map(earlier.flatMap(({ plain }) => plain.map((one) => [one.name, one] as const)))
    const plain: Point['plain'][number][] = []
    const lost: Point['lost'][number][] = []
    for await (const entry of backUpFiles({ config: needs.config, store, point: { tables }, before })) {
      await writer.add(entry)
      if ('plain' in entry) plain.push(entry.plain)
      if ('lost' in entry) lost.push(entry.lost)
      if (plain.length % 100 === 0) needs.progress(`files: ${plain.length}`)
    }
    return { point: { name: writer.name, header, tables, repos, plain, lost }, writer }
  } catch (error) {
    await snapshot.close()
    await writer.abandon()
    throw error
  }
}

/** The newest point, and what was done after it and cut off. The newest last. */
async function readEarlier(points: Points): Promise<readonly Point[]> {
  const parts = await points.readParts()
  const name = (await points.list()).at(-1)
  if (name === undefined) return parts
  const newest = await points.read(name).catch((error: unknown) => {
    // Everything is written anew then: a broken old backup must not be in the way of a good new one.
    if (error instanceof BadManifest) return null
    throw error
  })
  return newest === null ? parts : [newest, ...parts.filter((part) => part.name > name)]
}

function headerOf({ clock, version, secretPrint }: BackupNeeds, snapshot: Snapshot): PointHeader {
  const { dialect, migrations, sequences } = snapshot
  const at = new Date(clock.now()).toISOString()
  return { format: 1, at, version, dialect, migrations, sequences, secretPrint }
}

async function dumpTables(
  { progress }: BackupNeeds,
  store: FileStore,
  snapshot: Snapshot,
  writer: PointWriter,
): Promise<ReadonlyMap<string, KeptTable>> {
  const tables = new Map<string, KeptTable>()
  for (const [at, stored] of snapshot.tables.entries()) {
    progress(`database: table ${at + 1} of ${snapshot.tables.length}`)
    const table = await dumpTable(store, snapshot, stored)
    if (table === null) continue
    tables.set(table.name, table)
    await writer.add({ table })
  }
  return tables
}
