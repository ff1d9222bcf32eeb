import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseLfsPointer } from '../contents/lfs-pointer.ts'
import { openPath } from '../contents/open-path.ts'
import { type OutgoingObject, openObject } from './transfer-object.ts'

export interface PointedObject {
  readonly name: string
  readonly object: OutgoingObject
}

/** Larger files are no pointers. */
const largestPointer = 1024

/** The file that Git LFS keeps in place of the pointer at a path. `where` is a ref and a path in one. */
export async function openPointed(
  app: Pick<App, 'blobs' | 'config' | 'db' | 'history' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  where: string,
): Promise<PointedObject> {
  const { repo, dir, entry } = await openPath(app, actor, ref, where)
  const isFile = entry.kind === 'file' || entry.kind === 'executable'
  const info = isFile ? await app.objects.info(dir, entry.sha) : null
  const object = info !== null && info.size < largestPointer ? await app.objects.read(dir, entry.sha) : null
  const pointer = object === null ? null : parseLfsPointer(object.data)
  if (pointer === null) throw notFound('OBJECT')
  return { name: entry.name, object: await openObject(app, repo, pointer.oid) }
}
