import { repoUrl } from '../code-urls.ts'
import { Button } from '../components/button.tsx'
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

export type ShownPushMirror = {
  hasPassword: boolean
  isRunning: boolean
  isCurrent: boolean
  nextAt: string
  /** Null before the first time. */
  sentAt: string | null
  error: string | null
}

type RepoPushMirrorProps = {
  chrome: Chrome
  repo: RepoHead
  /** Null where it is pushed nowhere yet. */
  mirror: ShownPushMirror | null
  values: SourceValues
  errors: FormErrors
}

export function RepoPushMirrorView({ chrome, repo, mirror, values, errors }: RepoPushMirrorProps) {
  const base = `${repoUrl(repo)}/settings/push-mirror`
  return (
    <RepoSettingsFrame
      chrome={chrome}
      repo={repo}
      title="Push mirror"
      lead="A copy on another server, which is pushed to a few seconds after every change here. Branches and tags there become what they are here; those that are not here are deleted there."
    >
      {mirror !== null && <State base={base} mirror={mirror} />}
      <Section
        title={mirror === null ? 'Push to a copy' : 'The copy'}
        note={mirror === null ? 'Make an empty repository there first, and a token that may push to it.' : undefined}
      >
        <form method="post" action={base} class="form">
          <FormErrorSummary errors={errors} fields={sourceFieldNames} />
          <SourceFields
            values={values}
            errors={errors}
            username="With a token most servers take any name."
            password={keptHint(mirror?.hasPassword === true)}
          />
          <div class="form-actions">
            <Button tone={mirror === null ? 'primary' : 'default'}>{mirror === null ? 'Push there' : 'Save'}</Button>
          </div>
        </form>
      </Section>
      {mirror !== null && (
        <Section title="Stop pushing" note="What was sent stays there.">
          <Confirm
            id="stop-pushing"
            trigger="Stop pushing"
            title="Stop pushing?"
            action={`${base}/stop`}
            confirm="Stop pushing"
          >
            <p>The address and the password are forgotten.</p>
          </Confirm>
        </Section>
      )}
    </RepoSettingsFrame>
  )
}

function State({ base, mirror }: { base: string; mirror: ShownPushMirror }) {
  const facts = [
    { label: 'Last as here', value: mirror.sentAt === null ? 'Not yet' : <Time at={mirror.sentAt} /> },
    { label: 'Next push', value: nextPush(mirror) },
  ]
  return (
    <Section title="State">
      <div id="push-mirror" class="stack" data-live data-waits={mirror.isRunning ? '' : undefined}>
        {mirror.error !== null && !mirror.isRunning && (
          <Notice
            tone={mirror.isCurrent ? 'warning' : 'danger'}
            word={mirror.isCurrent ? 'It goes in circles.' : 'The last push failed.'}
          >
            {mirror.error}
          </Notice>
        )}
        {mirror.isRunning && <p role="status">It is being pushed. This page follows by itself.</p>}
        <Facts facts={facts} />
        <form method="post" action={`${base}/sync`}>
          <Button icon="sync" disabled={mirror.isRunning}>
            Push now
          </Button>
        </form>
      </div>
    </Section>
  )
}

function nextPush({ isRunning, isCurrent, nextAt }: ShownPushMirror) {
  if (isRunning) return 'Now'
  return isCurrent ? 'After the next change' : <Time at={nextAt} />
}
