import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { CiTabs } from '../components/ci-tabs.tsx'
import { ConfigCheck, type ShownCheck } from '../components/config-check.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { TextEditor } from '../components/text-editor.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type CiConfigValues = { content: string; message: string; sha: string }

export type CiConfigEditProps = {
  chrome: Chrome
  repo: RepoHead
  values: CiConfigValues
  /** Of what stands in the field. */
  check: ShownCheck
  /** Somebody else was faster. */
  isOvertaken: boolean
  errors: FormErrors
}

export function CiConfigEditView({ chrome, repo, values, check, isOvertaken, errors }: CiConfigEditProps) {
  const base = `${repoUrl(repo)}/ci/config`
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Edit the configuration of pipelines">
      <div class="stack-wide">
        <CiTabs repo={repo} path={chrome.path} />
        <PageHead
          title="Edit the configuration"
          lead={
            <>
              <code>.svc-ci.yml</code>, committed to <code class="break">{repo.defaultBranch}</code>
            </>
          }
        />
        {isOvertaken && (
          <Notice tone="warning" word="Conflict." live>
            Somebody changed the file while you were writing. Nothing was committed, and what you typed is still below.
            Copy what you want to keep from <a href={base}>the file as it is now</a>, then commit: your version replaces
            it.
          </Notice>
        )}
        <form
          method="post"
          action={`${base}/edit`}
          enctype="multipart/form-data"
          class="form form-wide"
          data-config-check={`${base}/check`}
        >
          <FormErrorSummary errors={errors} fields={{ message: 'Commit message' }} />
          <input type="hidden" name="sha" value={values.sha} />
          <TextEditor name="content" label="Text" value={values.content} rows={20} />
          <div data-config-result role="status" aria-live="polite">
            <ConfigCheck check={check} linked={false} />
          </div>
          <TextField
            name="message"
            label="Commit message"
            value={values.message}
            error={errors['message']}
            placeholder={values.sha === '' ? 'Create .svc-ci.yml' : 'Update .svc-ci.yml'}
            autocomplete="off"
            maxlength={1000}
            optional
          />
          <div class="form-actions">
            <Button tone="primary" name="do" value="commit">
              Commit
            </Button>
            <Button name="do" value="check">
              Check
            </Button>
            <LinkButton href={base}>Cancel</LinkButton>
          </div>
        </form>
      </div>
    </RepoFrame>
  )
}
