import { fileSize } from '../../../core/file-size.ts'
import { codeUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { CommitFields, type CommitValues, commitFieldNames } from '../components/commit-fields.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type DeleteFileProps = {
  chrome: Chrome
  repo: RepoHead
  branch: string
  canPush: boolean
  path: string
  sha: string
  size: number
  values: CommitValues
  /** Somebody changed the file while this page was open. */
  isOvertaken: boolean
  errors: FormErrors
}

export function DeleteFileView(props: DeleteFileProps) {
  const { chrome, repo, branch, path, values, errors } = props
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`Delete ${path} at ${branch}`}>
      <div class="narrow">
        <PageHead
          title={<span class="break">{`Delete ${path}?`}</span>}
          lead={`${fileSize(props.size)}. It is removed from the branch; older commits keep it.`}
        />
        <form method="post" action={codeUrl(repo, 'delete', branch, path)} class="form">
          {props.isOvertaken ? (
            <Notice tone="warning" word="Conflict." live>
              Somebody changed this file a moment ago. Nothing was deleted.{' '}
              <a href={codeUrl(repo, 'blob', branch, path)}>Look at the file</a>, and delete it again if you still want
              to.
            </Notice>
          ) : (
            <FormErrorSummary errors={errors} fields={commitFieldNames} />
          )}
          <input type="hidden" name="sha" value={props.sha} />
          <CommitFields
            branch={branch}
            usual={`Delete ${path}`}
            values={values}
            errors={errors}
            onlyHere={false}
            canPush={props.canPush}
          />
          <div class="form-actions">
            <Button tone="danger" icon="trash">
              Delete file
            </Button>
            <LinkButton href={codeUrl(repo, 'blob', branch, path)}>Cancel</LinkButton>
          </div>
        </form>
      </div>
    </RepoFrame>
  )
}
