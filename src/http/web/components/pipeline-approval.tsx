import { shortSha } from '../../../core/sha.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

export type ApprovalPlace = 'pipeline' | 'pipelines' | 'pull' | 'checks'

type PipelineApprovalProps = {
  /** The address of the pipeline. */
  at: string
  sha: string
  /** The page that it stands on, and that a press leads back to. */
  from: ApprovalPlace
  canRun: boolean
  /** What it would run; null where the reader looks at it already. */
  changesHref: string | null
}

/** Somebody from outside wants their code to run here: what that means in a sentence, and the button that lets it. */
export function PipelineApproval({ at, sha, from, canRun, changesHref }: PipelineApprovalProps) {
  return (
    <form method="post" action={`${at}/approve`} class="approval-line">
      <input type="hidden" name="from" value={from} />
      <Icon name="blocked" />
      <p>
        This pipeline comes from a fork and needs approval. Once approved, the code of <code>{shortSha(sha)}</code> runs
        here, isolated and without secret variables:{' '}
        {changesHref === null ? 'read the changes first' : <a href={changesHref}>read the changes first</a>}. The next
        push needs approval again.
      </p>
      {canRun ? (
        <Button size="small" icon="play" label={`Approve and run the pipeline of ${shortSha(sha)}`}>
          Approve and run
        </Button>
      ) : (
        <span class="muted">Anyone who can push here can approve it.</span>
      )}
    </form>
  )
}
