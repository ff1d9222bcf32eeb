import type { Hearing } from '../../../features/subscriptions/hearing-of.ts'
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

/** The same for one issue or pull request, and why it is so. Null: a stranger, who is told of nothing. */
export function WatchPart({ at, hearing }: { at: string; hearing: Hearing | null }) {
  if (hearing === null) return null
  const { words, choices } = hearings[hearing]
  return (
    <section class="side-part">
      <h2>Notifications</h2>
      <p class="muted">{words}</p>
      <div class="side-actions">
        {choices.map((choice) => (
          <form key={choice} method="post" action={`${at}/${choice}`}>
            <Button size="small" icon={choiceFaces[choice].icon}>
              {choiceFaces[choice].word}
            </Button>
          </form>
        ))}
      </div>
    </section>
  )
}

const choiceFaces = {
  watch: { icon: 'eye', word: 'Watch' },
  unwatch: { icon: 'mention', word: 'Default' },
  mute: { icon: 'eye-closed', word: 'Mute' },
} as const

const hearings: Record<Hearing, { words: string; choices: readonly (keyof typeof choiceFaces)[] }> = {
  usual: { words: 'You are notified about what concerns you.', choices: ['watch', 'mute'] },
  watching: { words: 'You watch this: you are notified about every comment.', choices: ['unwatch', 'mute'] },
  muted: { words: 'You have muted this: you get no notifications.', choices: ['watch', 'unwatch'] },
  'takes-part': { words: 'You take part: you are notified about every comment.', choices: ['mute'] },
  'watches-repo': { words: 'You watch the repository: you are notified about every comment.', choices: ['mute'] },
  'has-muted-repo': { words: 'You have muted the repository: you get no notifications.', choices: ['watch'] },
}
