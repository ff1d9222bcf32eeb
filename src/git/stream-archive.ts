import { Readable } from 'node:stream'
import type { Sha } from '../core/sha.ts'
import type { Git, RepoDir } from './run-git.ts'

export type ArchiveFormat = 'zip' | 'tar.gz'

export interface ArchiveRequest {
  readonly commit: Sha
  readonly format: ArchiveFormat
  /** What the files unpack into. */
  readonly folder: string
}

/** Packing ten gigabytes. What a .gitattributes says is held against each path, and can be made to take for ever. */
const mostSeconds = 300
/** Nobody waits for it as they do for a page. */
const priority = 10

/** The files of a commit, packed as they are sent. */
export function streamArchive(git: Git, dir: RepoDir, { commit, format, folder }: ArchiveRequest): Readable {
  // One argument, written with `=`: whatever the name is, it cannot become another option.
  const words = ['archive', `--format=${format}`, `--prefix=${folder}/`]
  const child = git.spawn(dir, { words, revs: [commit], mostSeconds }, ['ignore', 'pipe', 'ignore'], { priority })
  const stream = child.stdout ?? Readable.from([])
  stream.once('close', () => child.kill())
  child.once('close', (code) => {
    if (code !== 0 && !stream.destroyed) stream.destroy(new Error(`git archive ended with ${code ?? 'a signal'}`))
  })
  return stream
}
