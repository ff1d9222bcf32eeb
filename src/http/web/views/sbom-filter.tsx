import { exactTag } from '../../../core/ref-name.ts'
import type { SbomView } from '../../../features/sbom/view-sbom.ts'
import { type RepoName, repoUrl } from '../code-urls.ts'
import { Button } from '../components/button.tsx'
import { ecosystemName } from '../components/ecosystem-name.ts'
import { pageHref } from '../components/pagination.tsx'
import { type RefChoices, shownRefName } from '../components/ref-switcher.tsx'

/** As it stands in the address; empty where nothing was chosen. */
export type SbomQuery = { ref: string; q: string; ecosystem: string; license: string; scope: string }

type FilterProps = {
  repo: RepoName
  current: SbomView['revision']
  summary: SbomView['summary']
  refs: RefChoices
  query: SbomQuery
}

export function sbomUrl(repo: RepoName, query: Partial<SbomQuery>): string {
  return pageHref({ path: `${repoUrl(repo)}/sbom`, query }, 1)
}

export function SbomFilter(props: FilterProps) {
  const { repo, current, summary, refs } = props
  const revisions = new Map([
    [current.address, shownRefName(current)],
    ...refs.branches.names.map((name) => [name, name] as const),
    ...refs.tags.names.map(
      (name) => [exactTag(name), refs.branches.names.includes(name) ? exactTag(name) : name] as const,
    ),
  ])
  const hasSome = summary.components > 0
  return (
    <form
      method="get"
      action={`${repoUrl(repo)}/sbom`}
      class="filter-bar sbom-filter"
      role="search"
      aria-label="Components"
    >
      {hasSome && <Words q={props.query.q} />}
      <Select
        name="ref"
        label="Revision"
        value={current.address}
        choices={[...revisions].map(([value, label]) => ({ value, label }))}
      />
      {hasSome && <Kinds {...props} />}
      <Button icon={hasSome ? 'search' : undefined}>{hasSome ? 'Filter' : 'Show'}</Button>
    </form>
  )
}

function Words({ q }: { q: string }) {
  return (
    <>
      <label class="sr-only" for="sbom-q">
        Part of the name, version or licence
      </label>
      <input
        id="sbom-q"
        class="input"
        type="search"
        name="q"
        value={q}
        placeholder="Name, version or licence"
        autocomplete="off"
        spellcheck={false}
      />
    </>
  )
}

function Kinds({ summary, query }: FilterProps) {
  const ecosystems = summary.ecosystems.map(({ name }) => ({ value: name, label: ecosystemName(name) }))
  const licences = summary.licences.map(({ name }) => ({ value: name, label: name }))
  const unstated = { value: '-', label: 'not stated' }
  const scopes = ['required', 'optional', 'development'].map((name) => ({ value: name, label: name }))
  return (
    <>
      <Select name="ecosystem" label="Ecosystem" value={query.ecosystem} choices={ecosystems} all="All ecosystems" />
      <Select
        name="license"
        label="Licence"
        value={query.license}
        choices={[...licences, unstated]}
        all="All licences"
      />
      <Select name="scope" label="Scope" value={query.scope} choices={scopes} all="All scopes" />
    </>
  )
}

type SelectProps = {
  name: string
  label: string
  value: string
  choices: readonly { value: string; label: string }[]
  all?: string
}

function Select({ name, label, value, choices, all }: SelectProps) {
  // Something else may have been asked for by the address.
  const isKnown = value === '' || choices.some((choice) => choice.value === value)
  const shownChoices = isKnown ? choices : [...choices, { value, label: value }]
  return (
    <>
      <label class="sr-only" for={`sbom-${name}`}>
        {label}
      </label>
      <select id={`sbom-${name}`} class="input input-select" name={name}>
        {all !== undefined && <option value="">{all}</option>}
        {shownChoices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.label}
          </option>
        ))}
      </select>
    </>
  )
}
