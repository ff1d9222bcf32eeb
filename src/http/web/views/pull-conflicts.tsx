import { Button, LinkButton } from '../components/button.tsx'
import { Checkbox } from '../components/choice-field.tsx'
import { CodeBlock } from '../components/code-block.tsx'
import { counted } from '../components/counted.ts'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { TextEditor } from '../components/text-editor.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { PullFrame, type PullHead } from './pull-frame.tsx'

export type ConflictFile =
  | { kind: 'text'; path: string; text: string; lineEnd: 'lf' | 'crlf' }
  | { kind: 'other'; path: string; why: string }

export type PullConflictsProps = {
  chrome: Chrome
  repo: RepoHead
  pull: PullHead
  /** The address of the pull request. */
  at: string
  /** The two commits that do not fit together. */
  head: string
  target: string
  files: readonly ConflictFile[]
  /** Why this page cannot settle them; null where it can. */
  why: string | null
  /** The branches. */
  sides: { ours: string; theirs: string }
  /** What somebody types to settle them elsewhere. */
  commands: string
  /** What was typed for commits that are not the newest any more. */
  overtaken: readonly { path: string; text: string }[]
  hasMarkers: boolean
  errors: FormErrors
}

/** Each file in conflict in an editor, and one commit that settles them all. */
export function PullConflictsView(props: PullConflictsProps) {
  const { chrome, repo, pull, files, why, sides, errors, overtaken } = props
  return (
    <PullFrame chrome={chrome} repo={repo} pull={pull} page="">
      <div class="stack-wide">
        <h2>{counted(files.length, 'file')} with conflicts</h2>
        <p>
          <code class="branch-name">{sides.ours}</code> and <code class="branch-name">{sides.theirs}</code> have changed
          the same lines. Your resolution is committed as a merge of {sides.theirs} into {sides.ours}, the branch of
          this pull request; {sides.theirs} itself does not change.
        </p>
        {overtaken.length > 0 && <Overtaken files={overtaken} />}
        {why === null ? <Editors {...props} /> : <Elsewhere {...props} why={why} errors={errors} />}
      </div>
    </PullFrame>
  )
}

function Editors({ at, head, target, files, sides, hasMarkers, errors }: PullConflictsProps) {
  return (
    // In parts, not escaped: texts may be long.
    <form
      method="post"
      action={`${at}/conflicts`}
      enctype="multipart/form-data"
      class="form form-wide"
      data-guards-leave={Object.keys(errors).length > 0 ? 'unsent' : ''}
    >
      <FormErrorSummary errors={errors} fields={{ markers: { label: 'Markers', id: 'field-keep_markers' } }} />
      <input type="hidden" name="head_sha" value={head} />
      <input type="hidden" name="target_sha" value={target} />
      {files.map((file) =>
        file.kind === 'other' ? null : (
          <Panel key={file.path} title={file.path}>
            <div class="form form-wide conflict" data-conflict data-ours={sides.ours} data-theirs={sides.theirs}>
              <input type="hidden" name="path" value={file.path} />
              <input type="hidden" name="line_end" value={file.lineEnd} />
              <p class="field-hint">
                Between <code>{'<<<<<<<'}</code> and <code>=======</code> is the version of {sides.ours}, from there to{' '}
                <code>{'>>>>>>>'}</code> that of {sides.theirs}. Keep what is right, and remove the three marker lines.
              </p>
              <div class="conflict-tools" data-conflict-tools hidden />
              <TextEditor
                name="content"
                id={`conflict-${encodeURIComponent(file.path)}`}
                label={`Text of ${file.path}`}
                value={file.text}
                rows={Math.min(24, file.text.split('\n').length + 3)}
              />
            </div>
          </Panel>
        ),
      )}
      {hasMarkers && (
        <Checkbox
          name="keep_markers"
          label="Commit them anyway"
          hint="Lines that look like conflict markers are meant to be in these files."
        />
      )}
      <div class="form-actions">
        <Button tone="primary" icon="git-merge">
          Commit the merge
        </Button>
        <LinkButton href={at}>Cancel</LinkButton>
      </div>
    </form>
  )
}

function Elsewhere({ files, why, commands, errors }: PullConflictsProps & { why: string }) {
  return (
    <>
      <Notice tone="info" word="Not here.">
        {Object.values(errors).join(' ')} {why} In a clone of your own they can be:
      </Notice>
      <CodeBlock code={commands} label="commands that resolve the conflicts" />
      {files.length > 0 && (
        <ul class="merge-reasons" aria-label="Files in conflict">
          {files.slice(0, 100).map((file) => (
            <li key={file.path}>
              <code class="break">{file.path}</code>
              {file.kind === 'other' && `: ${file.why}`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Nothing that was typed is lost. */
function Overtaken({ files }: { files: PullConflictsProps['overtaken'] }) {
  return (
    <div class="overtaken">
      <Notice tone="warning" word="Conflict." live>
        Somebody pushed while you were writing, and nothing was committed. Below are the conflicts as they are now; what
        you typed is kept here to copy from.
      </Notice>
      {files.map(({ path, text }, index) => (
        <details key={path}>
          <summary>What you typed for {path}</summary>
          <TextEditor
            name="typed"
            id={`typed-${index}`}
            label={`What you typed for ${path}`}
            value={text}
            rows={12}
            readonly
          />
        </details>
      ))}
    </div>
  )
}
