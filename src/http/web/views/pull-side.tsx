import type { CloneUrls } from '../clone-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { CloneBox } from '../components/clone-box.tsx'
import { Icon, type IconName } from '../components/icon.tsx'
import { type OfferedPerson, PeoplePicker } from '../components/people-picker.tsx'
import { type VerdictState, verdictLooks } from '../components/review-line.tsx'
import { SideChoice, SidePart, SidePeople, SideSave } from '../components/side-part.tsx'
import { type ThreadFacts, ThreadSide } from './thread-side.tsx'

export type Reviewer = {
  username: string
  verdict: VerdictState | 'awaited' | 'awaited-again'
  isStale: boolean
  /** The reader may ask for another look. */
  canAskAgain: boolean
}

export type PullSideProps = {
  /** The addresses of the repository and of the pull request. */
  base: string
  at: string
  facts: ThreadFacts
  reviewers: readonly Reviewer[]
  /** Who could be asked; null for those who may not ask. */
  asking: { suggested: readonly OfferedPerson[]; people: readonly OfferedPerson[]; peopleAt: string } | null
  /** Issues that are closed when it is merged. */
  closing: readonly { name: string; title: string; href: string }[]
  /** What somebody types to try it. */
  checkOut: CloneUrls
  target: string
  /** Where it could go instead; empty for those who may not say so. */
  branches: readonly string[]
  isDraft: boolean
  isOpen: boolean
  /** What it would change in what the software is built from. */
  componentsHref: string
  /** Its author may ask for reviews and change what it is merged into. */
  canEdit: boolean
  /** Where the reader says what they think of it; null for those who may not. */
  reviewHref: string | null
}

/** What only a pull request has: who looks at it, and where it goes. */
export function PullSide(props: PullSideProps) {
  const { base, at, facts, target, branches, isDraft, isOpen, canEdit } = props
  const manage = `${at}/manage`
  return (
    <ThreadSide
      kind="pull"
      base={base}
      at={at}
      facts={facts}
      above={
        <SidePart title="Reviewers" form={props.asking && <Reviewers {...props} at={manage} />}>
          <SidePeople people={props.reviewers.map(withVerdict)} nobody="Nobody yet" />
          {props.reviewers.some(({ canAskAgain }) => canAskAgain) && (
            <form method="post" action={manage} id={askAgain} hidden>
              <input type="hidden" name="set" value="ask-reviewer" />
            </form>
          )}
          {props.asking && <Suggested at={manage} people={props.asking.suggested} />}
          {props.reviewHref !== null && (
            <LinkButton size="small" icon="eye" href={props.reviewHref}>
              Review the changes
            </LinkButton>
          )}
        </SidePart>
      }
      below={
        <>
          {props.closing.length > 0 && (
            <SidePart title="Closes when merged">
              <ul role="list" class="side-closing">
                {props.closing.map(({ name, title, href }) => (
                  <li key={href}>
                    <a href={href}>{name}</a> {title}
                  </li>
                ))}
              </ul>
            </SidePart>
          )}
          <SidePart title="Check out">
            <details class="disclosure" id="check-out">
              <summary>Commands to try it</summary>
              <CloneBox urls={props.checkOut} what="commands to check it out" />
              <p>
                Or as text: <a href={`${at}.patch`}>patch</a>, <a href={`${at}.diff`}>diff</a>
              </p>
            </details>
          </SidePart>
          <SidePart title="Components">
            <p>
              <a href={props.componentsHref}>What it changes</a>
            </p>
          </SidePart>
          {canEdit && isOpen && branches.length > 0 && (
            <SidePart
              title="Target"
              form={<SideChoice at={manage} set="target" label="Target" value={target} all={branches} />}
            >
              <p>
                <code class="break">{target}</code>
              </p>
            </SidePart>
          )}
        </>
      }
      buttons={
        canEdit &&
        isOpen &&
        !isDraft && (
          <Button size="small" name="set" value="draft" icon="git-pull-request-draft">
            Convert to draft
          </Button>
        )
      }
    />
  )
}

/** The form that the buttons beside the names belong to. */
const askAgain = 'ask-again'

function withVerdict({ username, verdict, isStale, canAskAgain }: Reviewer) {
  const { icon, word } = reviewerLooks[verdict]
  const label = `Ask ${username} for another review`
  const note = (
    <>
      <span class={`reviewer-verdict verdict-${verdict}`}>
        <Icon name={icon} />
        <span>{isStale ? `${word} (earlier version)` : word}</span>
      </span>
      {canAskAgain && (
        <button
          type="submit"
          class="icon-link"
          form={askAgain}
          name="reviewer"
          value={username}
          aria-label={label}
          title={label}
        >
          <Icon name="sync" />
        </button>
      )}
    </>
  )
  return { username, note }
}

const reviewerLooks = {
  awaited: { icon: 'clock', word: 'asked' },
  'awaited-again': { icon: 'clock', word: 'asked again' },
  approved: { icon: verdictLooks.approved.icon, word: 'approved' },
  changes_requested: { icon: verdictLooks.changes_requested.icon, word: 'requested changes' },
  commented: { icon: verdictLooks.commented.icon, word: 'commented' },
} as const satisfies Record<Reviewer['verdict'], { icon: IconName; word: string }>

function isAwaited({ verdict }: Reviewer): boolean {
  return verdict === 'awaited' || verdict === 'awaited-again'
}

function Reviewers({ at, reviewers, asking }: PullSideProps) {
  if (asking === null) return null
  const asked = reviewers.filter(isAwaited).map(({ username }) => username)
  const suggested = new Set(asking.suggested.map(({ username }) => username))
  const offered = [...asking.suggested, ...asking.people.filter(({ username }) => !suggested.has(username))]
  return (
    <form method="post" action={at} class="form">
      <PeoplePicker name="reviewer" held={asked} offered={offered} suggestAt={asking.peopleAt} />
      <SideSave set="reviewers" />
    </form>
  )
}

/** Whoever knows the files is asked by one press. */
function Suggested({ at, people }: { at: string; people: readonly OfferedPerson[] }) {
  if (people.length === 0) return null
  return (
    <form method="post" action={at} class="side-suggested" aria-label="Suggested reviewers">
      <input type="hidden" name="set" value="ask-reviewer" />
      <ul role="list" class="side-people">
        {people.map(({ username, note }) => (
          <li key={username}>
            <Button size="small" name="reviewer" value={username} label={`Request a review from ${username}`}>
              Ask {username}
            </Button>
            <span class="muted">{note}</span>
          </li>
        ))}
      </ul>
    </form>
  )
}
