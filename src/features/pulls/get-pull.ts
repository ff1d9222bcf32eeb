import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Pull } from './pull.ts'
import { openPull, type PullRef } from './require-pull.ts'

export async function getPull(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>,
  actor: Actor,
  ref: PullRef,
): Promise<Pull> {
  return (await openPull(app, actor, ref, { to: 'read' })).pull
}
