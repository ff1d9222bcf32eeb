import type { ComponentChildren } from 'preact'
import { counted } from './counted.ts'
import { Panel } from './panel.tsx'

export type AccountLossesProps = {
  losses: {
    repositories: readonly string[]
    /** All of them; `repositories` may name only the first. */
    repositoryCount: number
    sshKeys: number
    tokens: number
    sessions: number
  }
  /** What stays. */
  children: ComponentChildren
}

export function AccountLosses({ losses, children }: AccountLossesProps) {
  const unnamed = losses.repositoryCount - losses.repositories.length
  return (
    <Panel title="What will be lost">
      <ul class="losses">
        {losses.repositoryCount > 0 && (
          <li>
            <strong>{counted(losses.repositoryCount, 'repository', 'repositories')}</strong> with all branches, issues,
            pull requests and pipelines
            {losses.repositories.length > 0 && (
              <ul class="loss-names">
                {losses.repositories.map((name) => (
                  <li key={name}>
                    <code>{name}</code>
                  </li>
                ))}
                {unnamed > 0 && <li>and {unnamed.toLocaleString('en')} more</li>}
              </ul>
            )}
          </li>
        )}
        <li>
          Profile and settings, {counted(losses.sshKeys, 'SSH key', 'SSH keys')}, {counted(losses.tokens, 'token')},{' '}
          {counted(losses.sessions, 'session')}
        </li>
      </ul>
      <p class="muted">{children}</p>
    </Panel>
  )
}
