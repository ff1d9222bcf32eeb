import { Button, LinkButton } from '../components/button.tsx'
import { Checkbox, FieldGroup, SelectField } from '../components/choice-field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Radio } from '../components/radio.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'

export type NewRepoValues = {
  owner: string
  slug: string
  description: string
  visibility: 'private' | 'public'
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
  visibility: { label: 'Visibility', id: 'visibility' },
  default_branch: 'Default branch',
}

export function NewRepoView({ chrome, owners, values, errors }: NewRepoProps) {
  return (
    <Page chrome={chrome} title="New repository" crumbs={[{ label: 'New repository' }]}>
      <div class="narrow">
        <PageHead
          title="New repository"
          lead="Its first page shows how to push. Everything here can be changed later."
        />
        <form method="post" action="/new" class="form">
          <FormErrorSummary errors={errors} fields={fields} />
          <SelectField
            name="owner"
            label="Owner"
            choices={owners.map((owner) => ({ value: owner, label: owner }))}
            value={values.owner}
            error={errors['owner']}
          />
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
          <FieldGroup legend="Visibility" id="visibility" error={errors['visibility']}>
            <Radio
              name="visibility"
              value="private"
              label="Private"
              hint="Only you and people you add can see it."
              chosen={values.visibility}
            />
            <Radio
              name="visibility"
              value="public"
              label="Public"
              hint="Everybody can read and clone it. Only people you add can push."
              chosen={values.visibility}
            />
          </FieldGroup>
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
