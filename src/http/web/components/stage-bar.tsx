import { Duration } from './duration.tsx'
import { type Status, StatusIcon, statusWord } from './status-label.tsx'

export type ShownStage = {
  name: string
  status: Extract<Status, 'pending' | 'running' | 'success' | 'failed' | 'canceled' | 'skipped'>
  durationMs: number | null
}

/** What every pipeline goes through, as one thin line. */
export function StageBar({ stages }: { stages: readonly ShownStage[] }) {
  return (
    <ol class="stages" role="list" aria-label="Stages">
      {stages.map(({ name, status, durationMs }) => (
        <li key={name} class={`stage stage-${status}`}>
          <StatusIcon status={status} silent />
          <span class="stage-name">
            {name}
            <span class="sr-only">: {statusWord(status)}</span>
          </span>
          {durationMs !== null && status !== 'skipped' && (
            <span class="muted">
              <Duration ms={durationMs} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
