import { fileSize } from '../../../core/file-size.ts'
import type { Room } from '../../../features/quota/storage.ts'
import { repoUrl } from '../code-urls.ts'
import { Button } from '../components/button.tsx'
import { FieldGroup, SelectField } from '../components/choice-field.tsx'
import { Facts } from '../components/facts.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Section } from '../components/panel.tsx'
import { Radio } from '../components/radio.tsx'
import { TextField } from '../components/text-field.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'
import { type DangerZoneProps, RepoDangerZone } from './repo-danger-zone.tsx'
import { type MergeSettingsValues, RepoMergeSettings } from './repo-merge-settings.tsx'
import { RepoSbomSettings, type SbomSettings } from './repo-sbom-settings.tsx'

export type RepoSettingsProps = {
  chrome: Chrome
  repo: RepoHead
  values: { slug: string; description: string; topics: string; default_branch: string }
  /** To choose from; empty where there is none yet, or too many to list. */
  branches: readonly string[]
  merging: MergeSettingsValues
  sbom: SbomSettings
  room: Room
  createdAt: string
  errors: FormErrors
}

export function RepoSettingsView(props: RepoSettingsProps) {
  const { chrome, repo, values, errors } = props
  const base = `${repoUrl(repo)}/settings`
  return (
    <RepoSettingsFrame chrome={chrome} repo={repo} title="General">
      <FormErrorSummary
        errors={errors}
        fields={{
          slug: 'Name',
          description: 'Description',
          topics: 'Topics',
          default_branch: 'Default branch',
          visibility: { label: 'Visibility', id: 'visibility' },
          merge_methods: { label: 'Allowed methods', id: 'merge-methods' },
          default_merge_method: 'Default method',
          sbom_enabled: { label: 'Scan each push', id: 'sbom-scan' },
        }}
      />
      <form method="post" action={base} class="form">
        <TextField
          name="slug"
          label="Name"
          value={values.slug}
          error={errors['slug']}
          hint="The old address redirects to the new one until a repository takes the old name."
          maxlength={100}
          autocomplete="off"
          required
          mono
        />
        <TextField
          name="description"
          label="Description"
          value={values.description}
          error={errors['description']}
          maxlength={1024}
          optional
        />
        <TextField
          name="topics"
          label="Topics"
          value={values.topics}
          error={errors['topics']}
          hint="Single words separated by spaces, such as: parser typescript. They help people find the repository."
          maxlength={500}
          autocomplete="off"
          optional
        />
        <DefaultBranch {...props} />
        <div class="form-actions">
          <Button tone="primary">Save</Button>
        </div>
      </form>
      {repo.can.own && <Visibility base={base} repo={repo} errors={errors} />}
      <RepoMergeSettings base={base} merging={props.merging} errors={errors} />
      <RepoSbomSettings base={base} sbom={props.sbom} errors={errors} />
      <Section title="Statistics">
        <Facts
          facts={[
            { label: 'Size', value: sizeOf(props.room) },
            { label: 'Attachments', value: <a href={`${base}/attachments`}>All attached files</a> },
            { label: 'Created', value: <Time at={props.createdAt} /> },
          ]}
        />
      </Section>
      <RepoDangerZone base={base} repo={repo} />
    </RepoSettingsFrame>
  )
}

function sizeOf({ git, lfs, assets, ci }: Room): string {
  const parts = [
    lfs > 0 && `${fileSize(lfs)} in Git LFS`,
    assets > 0 && `${fileSize(assets)} in releases and attachments`,
    ci > 0 && `${fileSize(ci)} in artifacts and caches`,
  ]
  const besides = parts.filter((part) => part !== false)
  return `${fileSize(git + lfs + assets + ci)}${besides.length === 0 ? '' : `, of which ${besides.join(' and ')}`}`
}

function DefaultBranch({ branches, values, errors }: RepoSettingsProps) {
  const shared = {
    name: 'default_branch',
    label: 'Default branch',
    value: values.default_branch,
    error: errors['default_branch'],
    hint: 'The branch that pages show and clones check out.',
  }
  if (branches.length === 0) return <TextField {...shared} autocomplete="off" narrow mono />
  return <SelectField {...shared} choices={branches.map((name) => ({ value: name, label: name }))} />
}

function Visibility({ base, repo, errors }: DangerZoneProps & { errors: FormErrors }) {
  const chosen = repo.isPublic ? 'public' : 'private'
  return (
    <Section title="Visibility">
      <form method="post" action={`${base}/visibility`} class="form">
        <FieldGroup legend="Who can see it" id="visibility" error={errors['visibility']}>
          <Radio
            name="visibility"
            value="private"
            chosen={chosen}
            label="Private"
            hint="Only you and people you add. Existing forks stay as they are."
          />
          <Radio
            name="visibility"
            value="public"
            chosen={chosen}
            label="Public"
            hint="Everybody can read and clone it, with its whole history."
          />
        </FieldGroup>
        <div class="form-actions">
          <Button>Change visibility</Button>
        </div>
      </form>
    </Section>
  )
}
