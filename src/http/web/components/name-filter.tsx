import { Button } from './button.tsx'

type NameFilterProps = { action: string; q: string; label: string }

/** Looks through a long list by a part of a name. */
export function NameFilter({ action, q, label }: NameFilterProps) {
  return (
    <form method="get" action={action} class="filter-bar" role="search" aria-label={label}>
      <label class="sr-only" for="name-filter">
        {label}
      </label>
      <input id="name-filter" class="input" type="search" name="q" value={q} placeholder="Part of the name" />
      <Button>Find</Button>
    </form>
  )
}
