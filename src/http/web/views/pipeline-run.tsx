import { pipelinesUrl } from '../ci-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { CiTabs } from '../components/ci-tabs.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { TextAreaField, TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type PipelineRunProps = {
  chrome: Chrome
  repo: RepoHead
  refs: readonly string[]
  values: { ref: string; variables: string }
  errors: FormErrors
}

export function PipelineRunView({ chrome, repo, refs, values, errors }: PipelineRunProps) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Run a pipeline">
      <div class="stack-wide">
        <CiTabs repo={repo} path={chrome.path} />
        <PageHead title="Run a pipeline" lead="Run one manually, for an existing branch or tag." />
        <FormErrorSummary errors={errors} fields={{ ref: 'Branch or tag', variables: 'Variables' }} />
        <form method="post" action={`${pipelinesUrl(repo)}/run`} class="form pipeline-run">
          <TextField
            name="ref"
            label="Branch or tag"
            value={values.ref}
            error={errors['ref']}
            suggestions={refs}
            autocomplete="off"
            maxlength={255}
            mono
            required
          />
          <TextAreaField
            name="variables"
            label="Variables"
            value={values.variables}
            error={errors['variables']}
            rows={4}
            placeholder={'LEVEL=full\nDRY_RUN=yes'}
            hint={
              <>
                One per line, <code>NAME=value</code>, for this run only. They appear in the log: keep secrets in secret
                variables.
              </>
            }
            mono
            optional
          />
          <div class="form-actions">
            <Button tone="primary" icon="play">
              Run
            </Button>
            <LinkButton href={pipelinesUrl(repo)}>Cancel</LinkButton>
          </div>
        </form>
      </div>
    </RepoFrame>
  )
}
