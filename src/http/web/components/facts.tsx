import type { ComponentChildren } from 'preact'

export type Fact = { label: string; value: ComponentChildren }

/** Key and value, one pair a line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
