import { Button } from '../components/button.tsx'
import { Checkbox, FieldGroup } from '../components/choice-field.tsx'
import type { FormErrors } from '../components/form-errors.tsx'
import { Section } from '../components/panel.tsx'
import { Radio } from '../components/radio.tsx'

export type SbomSettings = { scan: 'default' | 'on' | 'off'; isOnByDefault: boolean; blocks: boolean }

type RepoSbomSettingsProps = { base: string; sbom: SbomSettings; errors: FormErrors }

export function RepoSbomSettings({ base, sbom, errors }: RepoSbomSettingsProps) {
  return (
    <Section title="SBOM" id="sbom" note="The list of all components of the software, from its lock files.">
      <form method="post" action={`${base}/sbom`} class="form">
        <FieldGroup legend="Scan each push" id="sbom-scan" error={errors['sbom_enabled']}>
          <Radio
            name="sbom_enabled"
            value="default"
            chosen={sbom.scan}
            label={`Server default: ${sbom.isOnByDefault ? 'on' : 'off'}`}
          />
          <Radio name="sbom_enabled" value="on" chosen={sbom.scan} label="On" />
          <Radio
            name="sbom_enabled"
            value="off"
            chosen={sbom.scan}
            label="Off"
            hint="A list is still created on request."
          />
        </FieldGroup>
        <Checkbox
          name="sbom_block_on_violation"
          checked={sbom.blocks}
          label="Fail pipelines on critical findings"
          hint="Critical vulnerabilities, violated policies and unreadable lock files fail a pipeline at its SBOM gate."
        />
        <div class="form-actions">
          <Button>Change scan settings</Button>
        </div>
      </form>
    </Section>
  )
}
