import { CopyText } from '../components/copy-field.tsx'
import { Icon } from '../components/icon.tsx'
import { Time } from '../components/time.tsx'

export type AuditRow = {
  /** Place in the chain. */
  number: number
  event: string
  actor: string | null
  /** The name that somebody tried to sign in with. */
  tried: string | null
  target: { type: string; name: string } | null
  origin: 'web' | 'api' | 'ssh' | 'system'
  ip: string | null
  userAgent: string | null
  createdAt: string
  metadata: Readonly<Record<string, unknown>>
  hash: string
}

/** One line; it opens to what else is known. */
export function AuditEntry({ entry }: { entry: AuditRow }) {
  return (
    <li>
      <details class="audit-entry">
        <summary>
          <Icon name="chevron-right" class="audit-chevron" />
          <span class="audit-number">#{entry.number}</span>
          <code class="audit-event">{breakable(entry.event)}</code>
          <span class="audit-who">
            <strong>{whoOf(entry)}</strong>
            {entry.tried !== null && (
              <>
                {' as '}
                <span class="break">{entry.tried}</span>
              </>
            )}
            {entry.target && entry.target.name !== entry.actor && (
              <>
                {' → '}
                <span class="break">{entry.target.name}</span>
              </>
            )}
          </span>
          <span class="audit-origin">
            {entry.origin}
            {entry.ip !== null && ` · ${entry.ip}`}
          </span>
          <span class="audit-time">
            <Time at={entry.createdAt} />
          </span>
        </summary>
        <EntryDetail entry={entry} />
      </details>
    </li>
  )
}

function EntryDetail({ entry }: { entry: AuditRow }) {
  return (
    <dl class="facts audit-detail">
      {entry.target && (
        <div>
          <dt>Target</dt>
          <dd>
            {entry.target.type} <code>{entry.target.name}</code>
          </dd>
        </div>
      )}
      {entry.userAgent !== null && (
        <div>
          <dt>User agent</dt>
          <dd>{entry.userAgent}</dd>
        </div>
      )}
      {Object.entries(entry.metadata).map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>
            <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
          </dd>
        </div>
      ))}
      <div>
        <dt>Hash</dt>
        <dd>
          <CopyText value={entry.hash} label={`hash of entry ${entry.number}`} />
        </dd>
      </div>
    </dl>
  )
}

/** Nobody may have been signed in, and it may still have been a person. */
function whoOf({ actor, origin }: AuditRow): string {
  return actor ?? (origin === 'system' ? 'system' : 'stranger')
}

/** Long event names may break behind an underscore. */
function breakable(event: string) {
  return event.split('_').map((part, index) =>
    index === 0 ? (
      part
    ) : (
      <>
        _<wbr />
        {part}
      </>
    ),
  )
}
