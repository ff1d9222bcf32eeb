import { codeUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { CommitFields, type CommitValues, commitFieldNames } from '../components/commit-fields.tsx'
import { FileField } from '../components/file-field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type UploadProps = {
  chrome: Chrome
  repo: RepoHead
  branch: string
  canPush: boolean
  /** The folder that the files go to. */
  path: string
  values: CommitValues
  errors: FormErrors
}

export function UploadView({ chrome, repo, branch, canPush, path, values, errors }: UploadProps) {
  const title = path === '' ? 'Upload files' : `Upload files to ${path}`
  const back = repo.isEmpty ? `/${repo.owner}/${repo.slug}` : codeUrl(repo, 'tree', branch, path)
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`${title} at ${branch}`}>
      <PageHead title={<span class="break">{title}</span>} />
      <form
        method="post"
        action={codeUrl(repo, 'upload', branch, path)}
        enctype="multipart/form-data"
        class="form form-wide"
      >
        <FormErrorSummary errors={errors} fields={{ files: 'Files', ...commitFieldNames }} />
        <FileField label="Files" error={errors['files']} hint="Existing files with the same name are replaced." />
        <CommitFields
          branch={branch}
          usual="Upload files"
          values={values}
          errors={errors}
          onlyHere={repo.isEmpty}
          canPush={canPush}
        />
        <div class="form-actions">
          <Button tone="primary">Commit</Button>
          <LinkButton href={back}>Cancel</LinkButton>
        </div>
      </form>
    </RepoFrame>
  )
}
