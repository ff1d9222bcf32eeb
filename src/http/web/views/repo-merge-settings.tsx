import { Button } from '../components/button.tsx'
import { Checkbox, FieldGroup, SelectField } from '../components/choice-field.tsx'
import type { FormErrors } from '../components/form-errors.tsx'
import { mergeMethodTexts } from '../components/merge-methods.ts'
import { Section } from '../components/panel.tsx'

export type MergeSettingsValues = { methods: readonly string[]; defaultMethod: string; deletesBranch: boolean }

type RepoMergeSettingsProps = { base: string; merging: MergeSettingsValues; errors: FormErrors }

export function RepoMergeSettings({ base, merging, errors }: RepoMergeSettingsProps) {
  return (
    <Section title="Merging" id="merging" note="How pull requests of this repository are merged.">
      <form method="post" action={`${base}/merging`} class="form">
        <FieldGroup legend="Allowed methods" id="merge-methods" error={errors['merge_methods']}>
          {mergeMethodTexts.map(({ value, label, hint }) => (
            <Checkbox
              key={value}
              name="merge_methods"
              value={value}
              checked={merging.methods.includes(value)}
              label={label}
              hint={hint}
            />
          ))}
        </FieldGroup>
        <SelectField
          name="default_merge_method"
          label="Default method"
          value={merging.defaultMethod}
          error={errors['default_merge_method']}
          hint="The one that is selected when somebody merges."
          choices={mergeMethodTexts.map(({ value, label }) => ({ value, label }))}
        />
        <Checkbox
          name="delete_branch_on_merge"
          checked={merging.deletesBranch}
          label="Delete branches after merging"
          hint="Whoever merges can still decide otherwise."
        />
        <div class="form-actions">
          <Button>Change merge settings</Button>
        </div>
      </form>
    </Section>
  )
}
