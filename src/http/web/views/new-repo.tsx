import { Button, LinkButton } from '../components/button.tsx'
import { Checkbox } from '../components/choice-field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { OwnerField, type Visibility, VisibilityField, visibilityName } from '../components/new-repo-fields.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'

export type NewRepoValues = {
  owner: string
  slug: string
  description: string
  visibility: Visibility
  default_branch: string
  readme: boolean
}

export type NewRepoProps = {
  chrome: Chrome
  /** Under whose name the reader may make one. */
  owners: readonly string[]
  values: NewRepoValues
  errors: FormErrors
}

const fields = {
  owner: 'Owner',
  slug: 'Name',
  description: 'Description',
  visibility: visibilityName,
  default_branch: 'Default branch',
}

export function NewRepoView({ chrome, owners, values, errors }: NewRepoProps) {
  return (
    <Page chrome={chrome} title="New repository" crumbs={[{ label: 'New repository' }]}>
      <div class="narrow">
        <PageHead
          title="New repository"
          lead="Its first page shows how to push. Everything here can be changed later."
          actions={
            <LinkButton href={`/new/import?owner=${encodeURIComponent(values.owner)}`} icon="download">
              Import one
            </LinkButton>
          }
        />
        <form method="post" action="/new" class="form">
          <FormErrorSummary errors={errors} fields={fields} />
          <OwnerField owners={owners} value={values.owner} error={errors['owner']} />
          <TextField
            name="slug"
            label="Name"
            value={values.slug}
            error={errors['slug']}
            hint="Letters, digits, dots, dashes and underscores."
            maxlength={100}
            autocomplete="off"
            required
            autofocus
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
          <VisibilityField chosen={values.visibility} error={errors['visibility']} />
          <TextField
            name="default_branch"
            label="Default branch"
            value={values.default_branch}
            error={errors['default_branch']}
            hint="The first push can choose another one."
            autocomplete="off"
            narrow
            mono
          />
          <Checkbox
            name="readme"
            checked={values.readme}
            label="Add a README"
            hint="Lets you clone right away. Leave it out to push an existing repository."
          />
          <div class="form-actions">
            <Button tone="primary">Create repository</Button>
            <LinkButton href="/dashboard">Cancel</LinkButton>
          </div>
        </form>
      </div>
    </Page>
  )
}
