import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Icon } from '../components/icon.tsx'
import { Panel } from '../components/panel.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'
import type { Place, PlaceGroup } from '../palette-places.ts'

export type PaletteProps = { chrome: Chrome; q: string; groups: readonly PlaceGroup[] }

/** The list behind the command palette, as a page of its own: the script takes the groups out of it. */
export function PaletteView({ chrome, q, groups }: PaletteProps) {
  return (
    <Page chrome={chrome} title="Go to" crumbs={[{ label: 'Go to' }]}>
      <PageHead title="Go to" />
      <form method="get" action="/-/palette" class="filter-bar" role="search" aria-label="Places">
        <label class="sr-only" for="go-to-q">
          Go to
        </label>
        <input
          id="go-to-q"
          class="input"
          type="search"
          name="q"
          value={q}
          placeholder="A name, a file, #12"
          autofocus
        />
        <Button>Find</Button>
      </form>
      <div class="stack-wide" data-palette-groups>
        {groups.map((group) => (
          <Panel key={group.title} title={group.title} flush>
            <ul class="palette-places" role="list" aria-label={group.title} data-palette-group>
              {group.places.map((place) => (
                <li key={place.href + place.label}>
                  <PlaceLink place={place} />
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </div>
      {groups.length === 0 && <EmptyState icon="search" title="Nothing found" />}
    </Page>
  )
}

function PlaceLink({ place }: { place: Place }) {
  return (
    <a class="palette-place" href={place.href}>
      <Icon name={place.icon} />
      <span class="palette-label">{place.label}</span>
      {place.detail && <span class="palette-detail">{place.detail}</span>}
    </a>
  )
}
