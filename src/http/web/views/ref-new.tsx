import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { TextAreaField, TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type NewRefValues = { name: string; from: string; message: string }

export type RefNewProps = {
  chrome: Chrome
  repo: RepoHead
  kind: 'branch' | 'tag'
  /** Branches and tags where it could begin. */
  places: readonly string[]
  values: NewRefValues
  errors: FormErrors
}

const words = {
  branch: { list: 'branches', title: 'New branch', from: 'From', create: 'Create branch', icon: 'git-branch' },
  tag: { list: 'tags', title: 'New tag', from: 'Target', create: 'Create tag', icon: 'tag' },
} as const

export function RefNewView({ chrome, repo, kind, places, values, errors }: RefNewProps) {
  const { list, title, from, create, icon } = words[kind]
  const all = `${repoUrl(repo)}/${list}`
  return (
    <RepoFrame chrome={chrome} repo={repo} title={title}>
      <div class="narrow">
        <PageHead title={title} />
        <form method="post" action={`${all}/new`} class="form">
          <FormErrorSummary errors={errors} fields={{ name: 'Name', from, message: 'Message' }} />
          <TextField
            name="name"
            label="Name"
            value={values.name}
            error={errors['name']}
            maxlength={244}
            autocomplete="off"
            required
            autofocus
            mono
          />
          <TextField
            name="from"
            label={from}
            value={values.from}
            error={errors['from']}
            hint="A branch, a tag or a commit."
            suggestions={places}
            maxlength={255}
            autocomplete="off"
            required
            mono
          />
          {kind === 'tag' && (
            <TextAreaField
              name="message"
              label="Message"
              value={values.message}
              error={errors['message']}
              hint="With a message the tag is annotated: it keeps who made it, and when."
              rows={3}
              maxlength={65_536}
              optional
            />
          )}
          <div class="form-actions">
            <Button tone="primary" icon={icon}>
              {create}
            </Button>
            <LinkButton href={all}>Cancel</LinkButton>
          </div>
        </form>
      </div>
    </RepoFrame>
  )
}
