import { Button, LinkButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { type VerdictState, verdictLooks } from '../components/review-line.tsx'
import { SideChoice, SideNames, SidePart, SidePeople } from '../components/side-part.tsx'
import { type ThreadFacts, ThreadSide } from './thread-side.tsx'

export type Reviewer = { username: string; verdict: VerdictState | 'awaited'; isStale: boolean }

export type PullSideProps = {
  /** The addresses of the repository and of the pull request. */
  base: string
  at: string
  facts: ThreadFacts
  reviewers: readonly Reviewer[]
  target: string
  /** Where it could go instead; empty for who may not say so. */
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
        <SidePart title="Reviewers" form={canEdit && isOpen && <Reviewers {...props} at={manage} />}>
          <SidePeople people={props.reviewers.map(withVerdict)} nobody="Nobody yet" />
          {props.reviewHref !== null && (
            <LinkButton size="small" icon="eye" href={props.reviewHref}>
              Review the changes
            </LinkButton>
          )}
        </SidePart>
      }
      below={
        <>
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
            Make it a draft
          </Button>
        )
      }
    />
  )
}

function withVerdict({ username, verdict, isStale }: Reviewer) {
  const note = (
    <span class={`reviewer-verdict verdict-${verdict}`}>
      <Icon name={verdict === 'awaited' ? 'clock' : verdictLooks[verdict].icon} />
      <span>{verdictWord(verdict, isStale)}</span>
    </span>
  )
  return { username, note }
}

function verdictWord(verdict: Reviewer['verdict'], isStale: boolean): string {
  const words = { awaited: 'asked', approved: 'approved', changes_requested: 'wants changes', commented: 'commented' }
  return isStale ? `${words[verdict]}, another version` : words[verdict]
}

function Reviewers({ at, reviewers }: PullSideProps) {
  const asked = reviewers.filter(({ verdict }) => verdict === 'awaited').map(({ username }) => username)
  return <SideNames at={at} set="reviewers" names={asked} />
}
