import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import { requireRepo } from '../access/require-repo.ts'
import { renderTexts } from './render-texts.ts'

const longest = 65_536

/** What a text will look like; null where it cannot be told. */
export async function previewText(
  app: Pick<App, 'clock' | 'config' | 'db' | 'history' | 'kept' | 'markup' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  text: string,
): Promise<SafeHtml | null> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'issues:read' })
  if (text.length > longest) return null
  const [html] = await renderTexts(app, actor, repo, [text])
  return html ?? null
}
