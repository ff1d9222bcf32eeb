import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { parseSha256 } from '../../core/sha256.ts'
import { mailFolder } from '../mail/keep-mail.ts'
import type { FileStore } from './file-store.ts'
import type { Entry, PlainFile, Point } from './manifest.ts'
import { readRecords } from './read-dump.ts'

const keyFiles = ['secret.key', 'ssh_host_ed25519_key']

/** Where a plain file lies in a data directory. */
export function pathOf(config: Config, { kind, name }: Pick<PlainFile, 'kind' | 'name'>): string {
  switch (kind) {
    case 'key':
      return join(config.DATA_DIR, name)
    case 'blob':
      return join(config.DATA_DIR, 'blobs', name.slice(0, 2), name)
    case 'mail':
      return join(mailFolder(config), name)
  }
}

interface Needs {
  readonly config: Config
  readonly store: FileStore
  /** The database of this backup, which says what files there are. */
  readonly point: Pick<Point, 'tables'>
  /** Files never change: what an earlier backup has under a name is still it. */
  readonly before: ReadonlyMap<string, PlainFile>
}

/** Keys, stored files of releases, LFS, attachments and pipelines, and mails that were kept for want of a server. */
export async function* backUpFiles({ config, store, point, before }: Needs): AsyncGenerator<Entry> {
  const keys = await readdir(config.DATA_DIR)
  for (const name of keyFiles.filter((key) => keys.includes(key))) {
    const file = { kind: 'key', name } as const
    yield { plain: { ...file, file: await store.copy(pathOf(config, file)) } }
  }
  for await (const { file, sha256, size } of readRecords(store, point, 'blobs')) {
    const blob = { kind: 'blob', name: String(file) } as const
    const expected = parseSha256(String(sha256))
    const known = expected === null ? null : { sha256: expected, size: Number(size) }
    if (known !== null && (await store.has(known))) yield { plain: { ...blob, file: known } }
    else {
      const entry = await copied(store, config, blob, known?.sha256 ?? null)
      // What is not on this disk is in the bucket, where there is one: that is no part of the backup.
      if (!('lost' in entry) || config.S3_BUCKET === null) yield entry
    }
  }
  const mails = await readdir(mailFolder(config)).catch(() => [])
  for (const name of mails.filter((one) => one.endsWith('.eml'))) {
    const mail = { kind: 'mail', name } as const
    const known = before.get(name)
    if (known !== undefined && (await store.has(known.file))) yield { plain: known }
    else yield await copied(store, config, mail, null)
  }
}

/** What cannot be read, or is not what it should be, is told and does not stop the others. */
async function copied(
  store: FileStore,
  config: Config,
  which: Pick<PlainFile, 'kind' | 'name'>,
  sha256: string | null,
): Promise<Entry> {
  try {
    const file = await store.copy(pathOf(config, which))
    return sha256 === null || file.sha256 === sha256 ? { plain: { ...which, file } } : { lost: which }
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EIO')) {
      return { lost: which }
    }
    throw error
  }
}
