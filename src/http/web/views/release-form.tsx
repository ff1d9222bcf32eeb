import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { Checkbox } from '../components/choice-field.tsx'
import { CodeBlock } from '../components/code-block.tsx'
import { Confirm } from '../components/confirm.tsx'
import { FileField } from '../components/file-field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Icon } from '../components/icon.tsx'
import { MarkdownEditor } from '../components/markdown-editor.tsx'
import { Overtaken, type OvertakenText, saveWord } from '../components/overtaken.tsx'
import { Panel } from '../components/panel.tsx'
import { ReleaseAssets, type ShownAsset } from '../components/release-assets.tsx'
import type { ShownText } from '../components/shown-text.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type ReleaseFormValues = {
  tag_name: string
  target: string
  name: string
  body: string
  draft: boolean
  prerelease: boolean
}

export type ReleaseFormProps = {
  chrome: Chrome
  repo: RepoHead
  /** Suggestions: the first of them where there are many. */
  tags: readonly string[]
  branches: readonly string[]
  defaultBranch: string
  values: ReleaseFormValues
  errors: FormErrors
  /** One that is there already. */
  existing: { id: string; assets: readonly ShownAsset[] } | null
  /** Of releases, in the API. */
  apiUrl: string
  /** Of one file. */
  mostBytes: number
  /** Names the notes that these replace; '' for a new one. */
  seen: string
  /** What somebody else wrote in the meantime. */
  overtaken: OvertakenText | null
  /** What the notes look like, where somebody asked. */
  preview?: ShownText | undefined
}

/** As the API takes them. */
const longestNotes = 65_536
const fields = { tag_name: 'Tag', target: 'Target', name: 'Name', body: 'Notes', files: 'Files to download' }

export function ReleaseFormView(props: ReleaseFormProps) {
  const { chrome, repo, values, errors, existing } = props
  const base = `${repoUrl(repo)}/releases`
  const title = existing === null ? 'New release' : 'Edit release'
  return (
    <RepoFrame chrome={chrome} repo={repo} title={title}>
      <div class="narrow stack">
        <PageHead
          title={title}
          actions={existing && <DeleteRelease action={`${base}/${existing.id}/delete`} tag={values.tag_name} />}
        />
        <form
          method="post"
          action={existing === null ? `${base}/new` : `${base}/${existing.id}/edit`}
          enctype="multipart/form-data"
          class="form"
        >
          <FormErrorSummary errors={errors} fields={fields} />
          {props.overtaken !== null && <Overtaken now={props.overtaken} />}
          <input type="hidden" name="seen" value={props.seen} />
          <TagFields {...props} />
          <TextField
            name="name"
            label="Name"
            value={values.name}
            error={errors['name']}
            hint="Defaults to the tag name."
            maxlength={255}
            autocomplete="off"
            optional
          />
          <MarkdownEditor
            label="Notes"
            value={values.body}
            error={errors['body']}
            rows={12}
            longest={longestNotes}
            place={{ base: repoUrl(repo), owner: repo.owner, slug: repo.slug }}
            preview={props.preview}
          />
          <NotesButton at={props.apiUrl} />
          <FileField
            label={existing === null ? 'Files to download' : 'More files to download'}
            error={errors['files']}
            large={{ to: new URL(props.apiUrl).pathname, release: existing?.id ?? null, eachBytes: props.mostBytes }}
            optional
          />
          <Checkbox
            name="prerelease"
            checked={values.prerelease}
            label="Prerelease"
            hint="Not ready for everybody: never marked as the latest."
          />
          <Checkbox
            name="draft"
            checked={values.draft}
            label="Draft"
            hint="Only people who can push see it, until it is published."
          />
          <div class="form-actions">
            <Button tone="primary">{existing === null ? 'Create release' : saveWord(props.overtaken)}</Button>
            <LinkButton href={base}>Cancel</LinkButton>
          </div>
        </form>
        <div id="uploaded" class="uploaded">
          {existing !== null && existing.assets.length > 0 && (
            <Panel title="Files" flush>
              <ReleaseAssets assets={existing.assets} removeAt={(id) => `${base}/${existing.id}/remove/${id}`} />
            </Panel>
          )}
        </div>
        {existing && <FromShell at={`${props.apiUrl}/${existing.id}/assets`} />}
      </div>
    </RepoFrame>
  )
}

/** Below what was typed. The script asks the API for it; without one the form comes back with them. */
function NotesButton({ at }: { at: string }) {
  return (
    <div class="notes-from">
      <button
        type="submit"
        name="notes"
        value="1"
        class="button button-default button-small"
        data-notes-from={`${new URL(at).pathname}/generate-notes`}
        formnovalidate
      >
        <Icon name="git-merge" />
        <span>Write the notes from what was merged</span>
      </button>
      <p class="field-hint">Pull requests since the release before, below what you have typed. Nothing is saved yet.</p>
      <p class="field-error" role="alert" data-notes-refused hidden />
    </div>
  )
}

function FromShell({ at }: { at: string }) {
  return (
    <details class="disclosure from-shell">
      <summary>Add a file from a shell</summary>
      <p class="muted">With a token that has repo:write:</p>
      <CodeBlock
        code={`curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/octet-stream' \\\n  --data-binary @FILE '${at}?name=FILE'`}
        label="command that adds a file"
      />
    </details>
  )
}

function TagFields({ tags, branches, defaultBranch, values, errors, existing }: ReleaseFormProps) {
  const published = existing !== null && !values.draft
  return (
    <>
      <TextField
        name="tag_name"
        label="Tag"
        value={values.tag_name}
        error={errors['tag_name']}
        hint="An existing tag, or a new one: it is created when the release is published."
        suggestions={tags}
        autocomplete="off"
        maxlength={255}
        required
        mono
      />
      {!published && (
        <TextField
          name="target"
          label="Target"
          value={values.target}
          error={errors['target']}
          hint={`Where a new tag is created: a branch or a commit. Defaults to ${defaultBranch}.`}
          suggestions={branches}
          autocomplete="off"
          maxlength={255}
          optional
          mono
        />
      )}
    </>
  )
}

function DeleteRelease({ action, tag }: { action: string; tag: string }) {
  return (
    <Confirm
      id="delete-release"
      trigger="Delete…"
      triggerIcon="trash"
      title={`Delete the release of ${tag}?`}
      action={action}
      confirm="Delete release"
    >
      <p>Its notes and files will be lost. The tag stays.</p>
    </Confirm>
  )
}
