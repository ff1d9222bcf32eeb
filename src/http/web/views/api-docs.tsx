import type { ApiGroup, ExplorerModel } from '../../api/explorer/explorer-model.ts'
import { CodeBlock } from '../components/code-block.tsx'
import { CodeText } from '../components/code-text.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Icon } from '../components/icon.tsx'
import { SideNav } from '../components/nav-items.tsx'
import { Panel } from '../components/panel.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { FieldTable } from './api-fields.tsx'
import { OperationEntry } from './api-operation.tsx'
import { TokenField, TryItTemplate } from './api-try-it.tsx'

export type ApiDocsProps = {
  chrome: Chrome
  model: ExplorerModel
  /** The raw description in the chosen form. */
  specHref: string
  scripts: readonly string[]
}

const forms = ['A', 'B'] as const

export function ApiDocsView({ chrome, model, specHref, scripts }: ApiDocsProps) {
  const sections = model.groups.map(({ id, name, operations }) => ({
    label: name,
    href: `#${id}`,
    count: operations.length,
  }))
  return (
    <Page chrome={chrome} title={`API, Form ${model.form}`} crumbs={[{ label: 'API' }]} scripts={scripts}>
      <div class="with-side-nav api" data-form={model.form} data-base={new URL(model.baseUrl).pathname}>
        <div class="api-side">
          <Filter />
          <SideNav label="Parts of the API" items={sections} path={chrome.path} />
        </div>
        <div class="side-content">
          <PageHead
            title="API"
            lead={
              <>
                Most of what the pages do, as JSON. Not here are search in files, search for issues in all repositories
                at once, and notifications, which come as a stream (<code>/notifications/stream</code>). The same in a
                file, for other programs: <a href={specHref}>openapi.yaml</a>
              </>
            }
            actions={<FormSwitch form={model.form} />}
          />
          <Beginning model={model} />
          <TokenField chrome={chrome} form={model.form} />
          {model.groups.map((group) => (
            <Group key={group.id} group={group} />
          ))}
          <div class="panel" data-nothing hidden>
            <EmptyState icon="search" title="No operation matches">
              <p>Try part of a path, a method, or a word of the description.</p>
            </EmptyState>
          </div>
        </div>
      </div>
      <TryItTemplate />
    </Page>
  )
}

/** Hidden until the script can serve it: the browser's own search finds everything but what is folded away. */
function Filter() {
  return (
    <div class="api-filter" data-scripted hidden>
      <label class="sr-only" for="api-filter">
        Filter the operations
      </label>
      <Icon name="filter" />
      <input
        id="api-filter"
        class="input"
        type="search"
        placeholder="Filter"
        autocomplete="off"
        aria-keyshortcuts="/"
      />
      <kbd aria-hidden="true">/</kbd>
      <p class="sr-only" role="status" data-found />
    </div>
  )
}

function FormSwitch({ form }: { form: 'A' | 'B' }) {
  return (
    <nav class="segments" aria-label="Form of the API" data-form-switch>
      {forms.map((each) => (
        <a key={each} href={`/api/docs?form=${each}`} aria-current={each === form ? 'page' : undefined}>
          Form {each}
        </a>
      ))}
    </nav>
  )
}

function Beginning({ model }: { model: ExplorerModel }) {
  return (
    <Panel title="Getting started">
      <div class="api-beginning">
        <p>
          All paths are under <code class="break">{model.baseUrl}</code>. <CodeText text={model.about} />
        </p>
        <p>
          Sign in with <a href="#post_auth_login">an account</a>, or make <a href="/settings/tokens">a token</a>, and
          send it along:
        </p>
        <CodeBlock
          code={`export TOKEN=svc_pat_…\ncurl -s ${model.baseUrl}/user -H "Authorization: Bearer $TOKEN"`}
          label="commands that set the token and send it"
        />
        <details class="disclosure">
          <summary>Errors</summary>
          <p>Every response from 400 up has this body.</p>
          <FieldTable caption="Body of a failure" fields={model.errorFields} of="answer" />
        </details>
      </div>
    </Panel>
  )
}

function Group({ group }: { group: ApiGroup }) {
  return (
    <section class="panel api-group" id={group.id} aria-labelledby={`${group.id}-name`}>
      <header class="panel-head">
        <h2 id={`${group.id}-name`}>{group.name}</h2>
      </header>
      {group.operations.map((operation) => (
        <OperationEntry key={operation.id} operation={operation} />
      ))}
    </section>
  )
}
