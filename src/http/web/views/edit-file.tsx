import { codeUrl, repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { CommitFields, type CommitValues, commitFieldNames } from '../components/commit-fields.tsx'
import { DiffLines, notWider } from '../components/diff-lines.tsx'
import type { DiffHunk } from '../components/diff-rows.ts'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { type ShownText, TextBody } from '../components/shown-text.tsx'
import { TextEditor } from '../components/text-editor.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type EditFileValues = CommitValues & {
  path: string
  content: string
  /** The id of the file that was there when the form was made; '' for a new file. */
  sha: string
  line_end: 'lf' | 'crlf'
}

export type EditFileProps = {
  chrome: Chrome
  repo: RepoHead
  branch: string
  /** Where the form was opened for: a file, or the folder for a new one. */
  path: string
  isNew: boolean
  canPush: boolean
  values: EditFileValues
  /** The file ends its lines now in one way, now in another. */
  isMixed: boolean
  /** Somebody else was faster: what is there now; no text where the file is gone or is none. */
  overtaken: { text: string | null } | null
  /** What a commit would change, where that was asked for. */
  changes: ShownChanges | null
  errors: FormErrors
  /** What is written in a fork becomes a pull request there; null where it stays here. */
  proposal: { owner: string; slug: string; branch: string } | null
}

export type ShownChanges = {
  /** Null where it is too long to show. */
  hunks: readonly DiffHunk[] | null
  /** How a document will look; null for what is none. */
  document: ShownText | null
}

const fields = { path: 'Path', content: 'Text', ...commitFieldNames }

export function EditFileView(props: EditFileProps) {
  const { chrome, repo, branch, path, isNew, values, errors, overtaken } = props
  const name = isNew ? 'New file' : `Edit ${path}`
  const { proposal } = props
  const onlyHere = repo.isEmpty || proposal !== null
  const back = repo.isEmpty ? `/${repo.owner}/${repo.slug}` : codeUrl(repo, isNew ? 'tree' : 'blob', branch, path)
  const action = codeUrl(repo, isNew ? 'new' : 'edit', branch, path)
  const verb = isNew ? 'Create' : 'Update'
  const commitWord = proposal === null ? 'Commit' : 'Commit and go on'
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`${name} at ${branch}`}>
      <PageHead title={<span class="break">{name}</span>} />
      {overtaken !== null && <Overtaken {...props} />}
      {/* In parts, not escaped: a file's text may be long. */}
      <form
        method="post"
        action={action}
        enctype="multipart/form-data"
        class="form form-wide"
        data-guards-leave={props.changes !== null || Object.keys(errors).length > 0 ? 'unsent' : ''}
      >
        {overtaken === null && <FormErrorSummary errors={errors} fields={fields} />}
        {props.isMixed && (
          <Notice tone="info">
            The lines of this file end in different ways. They will all end in{' '}
            {values.line_end === 'crlf' ? 'CRLF' : 'LF'} once you commit.
          </Notice>
        )}
        {proposal !== null && (
          <>
            <Notice tone="info">
              You are writing to <code class="break">{branch}</code> in your fork. Next, you open a pull request into{' '}
              <code class="break">{proposal.branch}</code> of{' '}
              <a href={`/${proposal.owner}/${proposal.slug}`}>
                {proposal.owner}/{proposal.slug}
              </a>
              .
            </Notice>
            <input type="hidden" name="for" value={proposal.branch} />
          </>
        )}
        <input type="hidden" name="sha" value={values.sha} />
        <input type="hidden" name="line_end" value={values.line_end} />
        <TextField
          name="path"
          label="Path"
          value={values.path}
          error={errors['path']}
          hint={isNew ? 'Slashes create folders.' : 'Changing it moves the file.'}
          autocomplete="off"
          autofocus={isNew && Object.keys(errors).length === 0}
          required
          mono
        />
        <div class="file-preview" data-file-preview data-preview-at={`${repoUrl(repo)}/preview`} data-branch={branch}>
          <TextEditor name="content" label="Text" value={values.content} error={errors['content']} />
          <div class="md-preview" data-md-preview hidden aria-live="polite" />
          {/* Shown by the script where the file is a document; without one, "Show changes" shows it too. */}
          <button type="button" name="preview" class="button button-default button-small" hidden>
            <span data-md-toggle>Preview</span>
          </button>
        </div>
        {props.changes !== null && <Changes path={values.path} changes={props.changes} />}
        <CommitFields
          branch={branch}
          usual={`${verb} ${isNew ? 'the file' : path}`}
          values={values}
          errors={errors}
          onlyHere={onlyHere}
          canPush={props.canPush}
        />
        <div class="form-actions">
          <Button tone="primary">{overtaken === null ? commitWord : 'Overwrite with mine'}</Button>
          <Button name="preview" value="1" formAction={`${action}#changes`}>
            Show changes
          </Button>
          <LinkButton href={back}>Cancel</LinkButton>
        </div>
      </form>
    </RepoFrame>
  )
}

/** What the commit will do, before it is made. */
function Changes({ path, changes: { hunks, document } }: { path: string; changes: ShownChanges }) {
  return (
    <section id="changes" class="form" aria-labelledby="changes-title">
      <h2 id="changes-title">What the commit changes</h2>
      {hunks === null && <p class="muted">Too large to show here.</p>}
      {hunks?.length === 0 && <p class="muted">No changes.</p>}
      {hunks !== null && hunks.length > 0 && (
        <div class="panel">
          <DiffLines file={{ number: 1, path, wider: notWider }} hunks={hunks} style="unified" />
        </div>
      )}
      {document !== null && (
        <details class="disclosure" open>
          <summary>Rendered preview</summary>
          <div class="panel comment-body">
            <TextBody text={document} empty="Nothing to show." />
          </div>
        </details>
      )}
    </section>
  )
}

/** Nothing that was typed is lost: it stands in the form, beside what is there now. */
function Overtaken({ repo, branch, path, overtaken }: EditFileProps) {
  const text = overtaken?.text ?? null
  return (
    <div class="overtaken">
      <Notice tone="warning" word="Conflict." live>
        Somebody changed this file while you were writing. Nothing was committed, and what you typed is still below.
        Copy what you want to keep from{' '}
        {text === null ? 'their change' : <a href={codeUrl(repo, 'blob', branch, path)}>the file as it is now</a>}, then
        commit: your version replaces it.
        {text === null && ' The file is no longer there, or no longer text.'}
      </Notice>
      {text !== null && (
        <details>
          <summary>The file as it is now</summary>
          <TextEditor name="theirs" label="The file as it is now" value={text} rows={12} readonly />
        </details>
      )}
    </div>
  )
}
