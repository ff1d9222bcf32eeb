import { Button, LinkButton } from '../components/button.tsx'
import { Checkbox } from '../components/choice-field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { OwnerField, type Visibility, VisibilityField, visibilityName } from '../components/new-repo-fields.tsx'
import { SourceFields, type SourceValues, sourceFieldNames } from '../components/source-fields.tsx'
import { TextField } from '../components/text-field.tsx'
import { TrackerField, trackerFieldName } from '../components/tracker-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'

export type ImportRepoValues = SourceValues & {
  owner: string
  slug: string
  visibility: Visibility
  follows: boolean
  tracker: string
}

export type ImportRepoProps = {
  chrome: Chrome
  /** Under whose name the reader may make one. */
  owners: readonly string[]
  values: ImportRepoValues
  errors: FormErrors
}

const fields = {
  ...sourceFieldNames,
  ...trackerFieldName,
  owner: 'Owner',
  slug: 'Name',
  visibility: visibilityName,
}

export function ImportRepoView({ chrome, owners, values, errors }: ImportRepoProps) {
  return (
    <Page chrome={chrome} title="Import a repository" crumbs={[{ label: 'Import a repository' }]}>
      <div class="narrow">
        <PageHead
          title="Import a repository"
          lead="With all branches and tags, from any server that git can clone from over HTTP. LFS files stay there."
        />
        <form method="post" action="/new/import" class="form">
          <FormErrorSummary errors={errors} fields={fields} />
          <SourceFields
            values={values}
            errors={errors}
            password="Kept nowhere, unless issues are to come or the repository is to follow what is new."
            autofocus
          />
          <TrackerField value={values.tracker} errors={errors} />
          <Checkbox
            name="mirror"
            checked={values.follows}
            label="Follow what is new there"
            hint="Brings it every hour. Nobody can push here then, and no pipeline runs by itself."
          />
          <OwnerField owners={owners} value={values.owner} error={errors['owner']} />
          <TextField
            name="slug"
            label="Name"
            value={values.slug}
            error={errors['slug']}
            hint="As it is called there, if you leave it empty."
            maxlength={100}
            autocomplete="off"
            optional
            mono
          />
          <VisibilityField chosen={values.visibility} error={errors['visibility']} />
          <div class="form-actions">
            <Button tone="primary">Import repository</Button>
            <LinkButton href="/new">Cancel</LinkButton>
          </div>
        </form>
      </div>
    </Page>
  )
}
