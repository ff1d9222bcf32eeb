import { Fragment } from 'preact'
import { repoUrl } from '../code-urls.ts'
import { Button } from '../components/button.tsx'
import { SelectField } from '../components/choice-field.tsx'
import { wordsOf } from '../components/code-words.tsx'
import { Confirm } from '../components/confirm.tsx'
import { Facts } from '../components/facts.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { Section } from '../components/panel.tsx'
import { keptHint, SourceFields, type SourceValues, sourceFieldNames } from '../components/source-fields.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'

export type MirrorValues = SourceValues & { interval: string }

export type ShownMirror = {
  hasPassword: boolean
  isRunning: boolean
  nextAt: string
  /** Null before the first time. */
  syncedAt: string | null
  error: string | null
  unusableRefs: number
  unusableNames: readonly string[]
}

type RepoMirrorProps = {
  chrome: Chrome
  repo: RepoHead
  /** Null where it follows nobody yet. */
  mirror: ShownMirror | null
  values: MirrorValues
  errors: FormErrors
}

const fields = { ...sourceFieldNames, interval_minutes: 'How often' }

const often = [
  { value: '10', label: 'Every ten minutes' },
  { value: '60', label: 'Every hour' },
  { value: '480', label: 'Every eight hours' },
  { value: '1440', label: 'Every day' },
  { value: '10080', label: 'Every week' },
]

export function RepoMirrorView({ chrome, repo, mirror, values, errors }: RepoMirrorProps) {
  const base = `${repoUrl(repo)}/settings/mirror`
  return (
    <RepoSettingsFrame
      chrome={chrome}
      repo={repo}
      title="Mirror"
      lead="Branches and tags are made what they are on another server, again and again. Nobody can push here, and no pipeline runs by itself."
    >
      {mirror !== null && <State base={base} mirror={mirror} />}
      <Section title={mirror === null ? 'Follow a repository' : 'What is followed'}>
        <form method="post" action={base} class="form">
          <FormErrorSummary errors={errors} fields={fields} />
          <SourceFields values={values} errors={errors} password={keptHint(mirror?.hasPassword === true)} />
          <SelectField
            name="interval_minutes"
            label="How often"
            value={values.interval}
            error={errors['interval_minutes']}
            choices={choicesWith(values.interval)}
          />
          <div class="form-actions">
            <Button tone={mirror === null ? 'primary' : 'default'}>{mirror === null ? 'Follow' : 'Save'}</Button>
          </div>
        </form>
      </Section>
      {mirror !== null && (
        <Section title="Stop following" note="What has come stays here, and can be pushed to from then on.">
          <Confirm
            id="stop-following"
            trigger="Stop following"
            title="Stop following?"
            action={`${base}/stop`}
            confirm="Stop following"
          >
            <p>The password is forgotten. A repository in which something is cannot begin to follow again.</p>
          </Confirm>
        </Section>
      )}
    </RepoSettingsFrame>
  )
}

function State({ base, mirror }: { base: string; mirror: ShownMirror }) {
  const facts = [
    { label: 'Last as there', value: mirror.syncedAt === null ? 'Not yet' : <Time at={mirror.syncedAt} /> },
    { label: 'Next look', value: mirror.isRunning ? 'Now' : <Time at={mirror.nextAt} /> },
  ]
  return (
    <Section title="State">
      <div id="mirror" class="stack" data-live data-waits={mirror.isRunning ? '' : undefined}>
        {mirror.error !== null && !mirror.isRunning && (
          <Notice tone="danger" word="The last look failed.">
            {mirror.error}
          </Notice>
        )}
        {mirror.unusableRefs > 0 && <Unusable mirror={mirror} />}
        {mirror.isRunning && <p role="status">It is being brought up to date. This page follows by itself.</p>}
        <Facts facts={facts} />
        <form method="post" action={`${base}/sync`}>
          <Button icon="sync" disabled={mirror.isRunning}>
            Bring up to date now
          </Button>
        </form>
      </div>
    </Section>
  )
}

function Unusable({ mirror: { unusableRefs: count, unusableNames: names } }: { mirror: ShownMirror }) {
  const others = count - names.length
  return (
    <Notice tone="warning" word={count === 1 ? '1 name cannot be kept here.' : `${count} names cannot be kept here.`}>
      What they stand for there is missing:{' '}
      {names.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && ', '}
          <code class="break">{wordsOf(name)}</code>
        </Fragment>
      ))}
      {others > 0 && ` and ${others} more`}
    </Notice>
  )
}

/** One that was set by the API may be none of ours. */
function choicesWith(minutes: string) {
  if (often.some(({ value }) => value === minutes)) return often
  return [{ value: minutes, label: `Every ${minutes} minutes` }, ...often]
}
