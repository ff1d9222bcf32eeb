import type { Attention } from '../../../core/attention.ts'
import { repoUrl } from '../code-urls.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { Button } from './button.tsx'
import { ButtonMenu, MenuAction } from './menu.tsx'

const faces = {
  watching: { icon: 'eye', word: 'Watching' },
  muted: { icon: 'eye-closed', word: 'Muted' },
} as const

/** How much of a repository its reader wants to hear. */
export function WatchMenu({ repo }: { repo: RepoHead }) {
  if (!repo.can.star) return null
  const face = repo.attention === null ? ({ icon: 'eye', word: 'Watch' } as const) : faces[repo.attention]
  const at = repoUrl(repo)
  return (
    <ButtonMenu icon={face.icon} word={face.word}>
      {repo.attention !== 'watching' && (
        <MenuAction action={`${at}/watch`} icon="eye">
          Watch: notify me about everything
        </MenuAction>
      )}
      {repo.attention !== null && (
        <MenuAction action={`${at}/unwatch`} icon="mention">
          Default: only what concerns me
        </MenuAction>
      )}
      {repo.attention !== 'muted' && (
        <MenuAction action={`${at}/mute`} icon="eye-closed">
          Mute: no notifications
        </MenuAction>
      )}
    </ButtonMenu>
  )
}

/** The same for one issue or pull request. Null: a stranger, who is told of nothing. */
export function WatchPart({ at, attention }: { at: string; attention: Attention | 'usual' | null }) {
  if (attention === null) return null
  return (
    <section class="side-part">
      <h2>Notifications</h2>
      <p class="muted">{words[attention]}</p>
      <div class="side-actions">
        {attention !== 'watching' && <Choice at={`${at}/watch`} icon="eye" word="Watch" />}
        {attention !== 'usual' && <Choice at={`${at}/unwatch`} icon="mention" word="Default" />}
        {attention !== 'muted' && <Choice at={`${at}/mute`} icon="eye-closed" word="Mute" />}
      </div>
    </section>
  )
}

const words = {
  usual: 'You are notified about what concerns you.',
  watching: 'You are notified about every comment.',
  muted: 'You get no notifications from here.',
}

function Choice({ at, icon, word }: { at: string; icon: 'eye' | 'eye-closed' | 'mention'; word: string }) {
  return (
    <form method="post" action={at}>
      <Button size="small" icon={icon}>
        {word}
      </Button>
    </form>
  )
}
