import type { Dialect } from '../../db/handle.ts'
import type { KeptFile } from './file-store.ts'

/** What a backup says of itself before anything else. */
export interface PointHeader {
  readonly format: 1
  /** The moment that it shows. */
  readonly at: string
  readonly version: string
  readonly dialect: Dialect
  readonly migrations: readonly string[]
  readonly sequences: Readonly<Record<string, number>>
  /** Tells whether a secret is the one that things were encrypted with, without telling anything of it. */
  readonly secretPrint: string
}

export interface KeptTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly chunks: readonly KeptFile[]
}

export interface KeptPack {
  /** As git calls it. */
  readonly id: string
  readonly pack: KeptFile
  readonly index: KeptFile
}

export interface KeptRepo {
  readonly id: number
  readonly uuid: string
  /** The owner's directory. */
  readonly home: string
  readonly branch: string
  /** A hash of all refs: the same refs need the same packs. */
  readonly refsPrint: string
  readonly packs: readonly KeptPack[]
  /** Why not everything that its refs need is there; null where it is. */
  readonly damage: string | null
}

/** What is kept as it lies in the data directory. */
export interface PlainFile {
  readonly kind: 'key' | 'blob' | 'mail'
  readonly name: string
  readonly file: KeptFile
}

/** A line of a manifest each; the database first, because the repositories follow from it. */
export type Entry =
  | { readonly table: KeptTable }
  | { readonly repo: KeptRepo }
  | { readonly plain: PlainFile }
  /** A file that the data directory has lost. */
  | { readonly lost: Pick<PlainFile, 'kind' | 'name'> }

/** A moment that can be gone back to. */
export interface Point {
  readonly name: string
  readonly header: PointHeader
  readonly tables: ReadonlyMap<string, KeptTable>
  readonly repos: ReadonlyMap<string, KeptRepo>
  readonly plain: readonly PlainFile[]
  readonly lost: readonly Pick<PlainFile, 'kind' | 'name'>[]
}

/** Every file that a point needs, once. */
export function filesOf(point: Pick<Point, 'tables' | 'repos' | 'plain'>): ReadonlyMap<string, KeptFile> {
  const files = new Map<string, KeptFile>()
  const add = (file: KeptFile): void => void files.set(file.sha256, file)
  for (const table of point.tables.values()) table.chunks.forEach(add)
  for (const { packs } of point.repos.values()) {
    for (const { pack, index } of packs) {
      add(pack)
      add(index)
    }
  }
  for (const { file } of point.plain) add(file)
  return files
}
