import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { whileRightful } from '../access/require-still.ts'
import { getRaw, type RawFile } from '../contents/get-raw.ts'
import { parseLfsPointer } from '../contents/lfs-pointer.ts'
import { type OutgoingObject, openObject } from './transfer-object.ts'

export type Media =
  | { readonly kind: 'file'; readonly file: RawFile }
  | { readonly kind: 'object'; readonly name: string; readonly object: OutgoingObject }

/** What people mean by a path: the file that Git LFS keeps where there is a pointer to one, else what is there. */
export async function openMedia(
  app: Pick<App, 'blobs' | 'clock' | 'config' | 'db' | 'git' | 'history' | 'objects' | 'paces' | 'turns'>,
  actor: Actor,
  ref: RepoRef,
  where: string,
): Promise<Media> {
  const file = await getRaw(app, actor, ref, where)
  const pointer = file.size === file.start.length ? parseLfsPointer(file.start) : null
  if (pointer === null) return { kind: 'file', file }
  const { repo, name } = file
  const object = await openObject(app, repo, pointer.oid)
  const open: OutgoingObject['open'] = async (part) =>
    whileRightful(app, actor, { repo, need: { role: 'Reader', scope: 'repo:read' }, stream: await object.open(part) })
  return { kind: 'object', name, object: { ...object, open } }
}
