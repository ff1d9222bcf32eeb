import type { ComponentChildren } from 'preact'
import { repoUrl } from '../code-urls.ts'
import { CiTabs } from '../components/ci-tabs.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Section } from '../components/panel.tsx'
import { VariableForm, type VariableValues, variableFieldNames } from '../components/variable-form.tsx'
import { VariableList, type VariableRow } from '../components/variable-list.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { TeamFrame, type TeamHead, teamUrl } from '../layout/team-frame.tsx'

/** Whose variables a page shows. */
export type VariablesOf = { repo: RepoHead } | { team: TeamHead }

export function variablesUrl(of: VariablesOf): string {
  return `${'repo' in of ? repoUrl(of.repo) : teamUrl(of.team.slug)}/ci/variables`
}

export type CiVariablesProps = {
  chrome: Chrome
  of: VariablesOf
  variables: readonly VariableRow[]
  values: VariableValues
  errors: FormErrors
}

export function CiVariablesView({ chrome, of, variables, values, errors }: CiVariablesProps) {
  const base = variablesUrl(of)
  return (
    <Frame
      chrome={chrome}
      of={of}
      title="Variables"
      lead={
        'repo' in of
          ? 'Values that jobs get in addition to the configuration.'
          : 'Values that jobs get in every repository that the team owns. A repository can override them.'
      }
    >
      <FormErrorSummary errors={errors} fields={variableFieldNames} />
      <VariableList variables={variables} base={base} />
      <Section title="Add a variable" note="Available to jobs that start from now on.">
        <VariableForm action={base} values={values} errors={errors} saved={null} />
      </Section>
    </Frame>
  )
}

export type CiVariableEditProps = {
  chrome: Chrome
  of: VariablesOf
  variable: { id: string; key: string; isSecret: boolean }
  values: VariableValues
  errors: FormErrors
}

export function CiVariableEditView({ chrome, of, variable, values, errors }: CiVariableEditProps) {
  const base = variablesUrl(of)
  const saved = { isSecret: variable.isSecret, back: base }
  return (
    <Frame chrome={chrome} of={of} title={`Edit ${variable.key}`}>
      <FormErrorSummary errors={errors} fields={variableFieldNames} />
      <VariableForm action={`${base}/${variable.id}/edit`} values={values} errors={errors} saved={saved} />
    </Frame>
  )
}

type FrameProps = { chrome: Chrome; of: VariablesOf; title: string; lead?: string; children: ComponentChildren }

function Frame({ chrome, of, title, lead, children }: FrameProps) {
  if ('team' in of) {
    return (
      <TeamFrame chrome={chrome} team={of.team} title={title} lead={lead}>
        {children}
      </TeamFrame>
    )
  }
  return (
    <RepoFrame chrome={chrome} repo={of.repo} title={title}>
      <div class="stack-wide">
        <CiTabs repo={of.repo} path={chrome.path} />
        <PageHead title={<span class="break">{title}</span>} lead={lead} />
        {children}
      </div>
    </RepoFrame>
  )
}
