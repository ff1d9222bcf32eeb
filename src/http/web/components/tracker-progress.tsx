import { repoUrl } from '../code-urls.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { counted } from './counted.ts'
import { Notice } from './notice.tsx'
import { Time } from './time.tsx'
import { trackerName } from './tracker-field.tsx'

/** How far issues and pull requests of another server are. */
export type ShownTracker = {
  kind: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  labels: number
  milestones: number
  issues: number
  pulls: number
  comments: number
  releases: number
  leftOut: number
  total: number | null
  error: string | null
  waitsUntil: string | null
}

/** What came so far, in a sentence. */
export function TrackerProgress({ tracker }: { tracker: ShownTracker }) {
  const { state, waitsUntil, leftOut } = tracker
  const name = trackerName(tracker.kind)
  if (state === 'waiting') return <p>Issues and pull requests of {name} follow when the commits are there.</p>
  return (
    <>
      <p role="status">
        {cameInWords(tracker)}
        {leftOut > 0 && ` ${leftOut.toLocaleString('en')} stayed there: too large to be kept, or not for everybody.`}
      </p>
      {waitsUntil !== null && (
        <p>
          {name} takes no more questions for now. It goes on by itself <Time at={waitsUntil} />.
        </p>
      )}
    </>
  )
}

function cameInWords(tracker: ShownTracker): string {
  const { state, total, issues, pulls, comments, labels, milestones, releases } = tracker
  const rest = [
    counted(comments, 'comment'),
    counted(labels, 'label'),
    counted(milestones, 'milestone'),
    counted(releases, 'release'),
  ]
  const others = `${rest.slice(0, -1).join(', ')} and ${rest.at(-1)}`
  if (state !== 'done' && total !== null) {
    const came = `${(issues + pulls).toLocaleString('en')} of ${total.toLocaleString('en')}`
    return `${came} issues and pull requests have come so far, with ${others}.`
  }
  const threads = `${counted(issues, 'issue')} and ${counted(pulls, 'pull request')}`
  return `${threads} have come${state === 'done' ? '' : ' so far'}, with ${others}.`
}

/** For those who work here: not all is there yet. */
export function TrackerNotice({ repo, tracker }: { repo: RepoHead; tracker: ShownTracker | null }) {
  if (tracker === null || tracker.state === 'done') return null
  const at = `${repoUrl(repo)}/import`
  if (tracker.state === 'failed') {
    return (
      <Notice tone="warning" word="Not all has come.">
        The import of issues and pull requests was broken off.{' '}
        <a href={at}>{repo.can.configure ? 'See why, and try again' : 'See why'}</a>.
      </Notice>
    )
  }
  const came = tracker.issues + tracker.pulls
  return (
    <Notice tone="info" word="On the way.">
      Issues and pull requests are being brought from {trackerName(tracker.kind)}: {came.toLocaleString('en')}
      {tracker.total !== null && ` of ${tracker.total.toLocaleString('en')}`} are here. <a href={at}>Follow it</a>.
    </Notice>
  )
}
