import type { Queue } from '../../../features/pipelines/queue-of.ts'
import { counted } from './counted.ts'
import { Notice } from './notice.tsx'

/** Why nothing happens yet. */
export function PipelineQueue({ queue: { running, waiting, behind, isForgotten } }: { queue: Queue }) {
  if (isForgotten) {
    return (
      <Notice tone="warning" word="Nobody takes it.">
        No pipeline is running anywhere. Whoever runs this service should see whether a worker does (
        <code>stithy worker</code>, or <code>CI_RUNNER_ENABLED</code>).
      </Notice>
    )
  }
  if (behind !== null) {
    return (
      <Notice tone="info" word="It waits for its turn.">
        Its file says that one pipeline runs after the other (<code>serial</code>): #{behind} comes before it.
      </Notice>
    )
  }
  if (running === 0) return null
  return (
    <Notice tone="info" word="It waits for its turn.">
      {counted(running, 'pipeline')} running{waiting === 0 ? '' : `, ${waiting} more waiting`}. People take turns, so
      what others have pushed before does not all come first.
    </Notice>
  )
}
