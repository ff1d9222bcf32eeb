import type { ReactionContent } from '../../../features/reactions/reaction.ts'
import { Icon } from './icon.tsx'

export type ShownReaction = { content: ReactionContent; count: number; own: boolean }

/** In the order that they are offered in. */
const faces: Readonly<Record<ReactionContent, { sign: string; word: string }>> = {
  '+1': { sign: '👍', word: 'Thumbs up' },
  '-1': { sign: '👎', word: 'Thumbs down' },
  laugh: { sign: '😄', word: 'Laugh' },
  hooray: { sign: '🎉', word: 'Hooray' },
  confused: { sign: '😕', word: 'Confused' },
  heart: { sign: '❤️', word: 'Heart' },
  rocket: { sign: '🚀', word: 'Rocket' },
  eyes: { sign: '👀', word: 'Eyes' },
}

type ReactionsProps = {
  reactions: readonly ShownReaction[]
  /** Where reacting is sent to; null for those who may only look. */
  action: string | null
}

/** Each is a button that puts one's own there or takes it away. */
export function Reactions({ reactions, action }: ReactionsProps) {
  if (reactions.length === 0 && action === null) return null
  return (
    <form method="post" action={action ?? undefined} class="reactions">
      {reactions.map(({ content, count, own }) => {
        const { sign, word } = faces[content]
        return (
          <button
            key={content}
            type="submit"
            name={own ? 'remove' : 'add'}
            value={content}
            class={own ? 'reaction reaction-own' : 'reaction'}
            aria-label={`${word}: ${count}${own ? ', including yours' : ''}`}
            disabled={action === null}
          >
            <span aria-hidden="true">{sign}</span> {count}
          </button>
        )
      })}
      {action !== null && <Offer used={reactions.filter(({ own }) => own).map(({ content }) => content)} />}
    </form>
  )
}

function Offer({ used }: { used: readonly ReactionContent[] }) {
  return (
    <details class="menu" data-menu>
      <summary class="reaction" aria-label="React">
        <Icon name="smiley" />
      </summary>
      <div class="menu-sheet menu-start reaction-offer">
        {Object.entries(faces)
          .filter(([content]) => !used.some((one) => one === content))
          .map(([content, { sign, word }]) => (
            <button key={content} type="submit" name="add" value={content} class="reaction" aria-label={word}>
              <span aria-hidden="true">{sign}</span>
            </button>
          ))}
      </div>
    </details>
  )
}
