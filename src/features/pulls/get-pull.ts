import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Pull } from './pull.ts'
import { openPull, type PullRef } from './require-pull.ts'
import { showSource } from './show-source.ts'

export async function getPull(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>,
  actor: Actor,
  ref: PullRef,
): Promise<Pull> {
  const { pull } = await openPull(app, actor, ref, { to: 'read' })
  return showSource(app, actor, pull)
}
