import { shortSha } from '../../../core/sha.ts'
import { commitUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { FieldGroup, SelectField } from '../components/choice-field.tsx'
import { commitFieldNames, NewBranchField } from '../components/commit-fields.tsx'
import { CommitLine, type CommitSummary } from '../components/commit-line.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Panel } from '../components/panel.tsx'
import { Radio } from '../components/radio.tsx'
import { TextAreaField, TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type CarryValues = { branch: string; message: string; target: 'same' | 'new'; new_branch: string }

export type CarryCommitProps = {
  chrome: Chrome
  repo: RepoHead
  way: 'cherry-pick' | 'revert'
  commit: CommitSummary
  isMerge: boolean
  branches: readonly string[]
  /** There are others, which have to be typed. */
  hasMore: boolean
  values: CarryValues
  errors: FormErrors
}

const words = {
  'cherry-pick': { verb: 'Cherry-pick', lead: 'Its change is made once more, on another branch. Its author stays.' },
  revert: { verb: 'Revert', lead: 'A new commit takes back what it changed. The history keeps both.' },
} as const

/** Brings what one commit changed to a branch, or takes it back there. */
export function CarryCommitView(props: CarryCommitProps) {
  const { chrome, repo, way, commit, values, errors } = props
  const { verb, lead } = words[way]
  const name = `${verb} ${shortSha(commit.sha)}`
  const fields = { branch: 'Branch', ...commitFieldNames }
  return (
    <RepoFrame chrome={chrome} repo={repo} title={name}>
      <div class="narrow">
        <PageHead
          title={name}
          lead={props.isMerge ? `${lead} Of a merge, that is what it brought to its first parent.` : lead}
        />
        <form method="post" action={`/${repo.owner}/${repo.slug}/${way}/${commit.sha}`} class="form">
          <FormErrorSummary errors={errors} fields={fields} />
          <Panel>
            <CommitLine repo={repo} commit={commit} />
          </Panel>
          <Branch {...props} />
          <TextAreaField
            name="message"
            label="Commit message"
            value={values.message}
            error={errors['message']}
            rows={6}
            maxlength={65_536}
          />
          <FieldGroup legend="Commit to" id="target">
            <Radio name="target" value="new" chosen={values.target} label="a new branch, for a pull request" />
            <Radio name="target" value="same" chosen={values.target} label="the branch itself" />
          </FieldGroup>
          <NewBranchField
            value={values.new_branch}
            errors={errors}
            hint="Starts at the head of the branch that you chose."
          />
          <div class="form-actions">
            <Button tone="primary" icon="git-commit">
              {verb}
            </Button>
            <LinkButton href={commitUrl(repo, commit.sha)}>Cancel</LinkButton>
          </div>
        </form>
      </div>
    </RepoFrame>
  )
}

function Branch({ branches, hasMore, values, errors }: CarryCommitProps) {
  const shared = { name: 'branch', label: 'Branch', value: values.branch, error: errors['branch'] }
  if (hasMore) return <TextField {...shared} suggestions={branches} autocomplete="off" mono />
  return <SelectField {...shared} choices={branches.map((name) => ({ value: name, label: name }))} />
}
