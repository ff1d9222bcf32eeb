import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'

export type ApiDocsProps = {
  chrome: Chrome
  form: 'A' | 'B'
  /** The raw description in the chosen form; also the `data-spec` of the container. */
  specHref: string
  /** The explorer's own files, same origin. They render into `#api-explorer`. */
  styles: readonly string[]
  scripts: readonly string[]
}

const forms = ['A', 'B'] as const

export function ApiDocsView({ chrome, form, specHref, styles, scripts }: ApiDocsProps) {
  return (
    <Page chrome={chrome} title="API" crumbs={[{ label: 'API' }]} styles={styles} scripts={scripts}>
      <PageHead
        title="API"
        lead={
          <>
            Everything that the pages do, as JSON under <code>{chrome.baseUrl}/api/v1/</code>. The raw description:{' '}
            <a href={specHref}>openapi.yaml</a>
          </>
        }
        actions={
          <nav class="segments" aria-label="Form of the API">
            {forms.map((each) => (
              <a key={each} href={`/api/docs?form=${each}`} aria-current={each === form ? 'page' : undefined}>
                Form {each}
              </a>
            ))}
          </nav>
        }
      />
      <div id="api-explorer" class="api-explorer" data-spec={specHref} data-form={form}>
        <p class="muted">
          The explorer is drawn by a script. Without one, <a href={specHref}>openapi.yaml</a> says the same.
        </p>
      </div>
    </Page>
  )
}
