import { LinkButton } from '../components/button.tsx'
import { CopyText } from '../components/copy-field.tsx'
import { inWords } from '../components/relative-time.ts'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { type ErrorStatus, errorTexts, sentence } from './error-texts.ts'

export type ErrorProps = {
  chrome: Chrome
  status: ErrorStatus
  /** What exactly went wrong, where the server may say it. */
  detail?: string | undefined
  requestId: string | null
  /** For 429 and 503. */
  retryAfterSeconds?: number | undefined
}

export function ErrorView({ chrome, status, detail, requestId, retryAfterSeconds }: ErrorProps) {
  const text = errorTexts[status]
  const signIn = status === 401 || (status === 404 && chrome.viewer === null)
  return (
    <Page chrome={chrome} title={text.title}>
      <article class="error-page">
        <p class="error-status" aria-hidden="true">
          {status}
        </p>
        <h1>{text.title}</h1>
        {/* For how long comes below, in words. */}
        <p class="error-happened">{detail === undefined || status === 429 ? text.happened : sentence(detail)}</p>
        <p>{text.kept}</p>
        <p>{retryAfterSeconds === undefined ? text.next : `Try again in ${inWords(retryAfterSeconds)}.`}</p>
        <div class="error-actions">
          {signIn && (
            <LinkButton href={`/login?redirect_to=${encodeURIComponent(chrome.path)}`} tone="primary">
              Sign in
            </LinkButton>
          )}
          <LinkButton href="/" tone={signIn ? 'default' : 'primary'}>
            {chrome.viewer === null ? 'Go to the home page' : 'Go to your dashboard'}
          </LinkButton>
        </div>
        {requestId !== null && (
          <p class="error-request">
            Request <CopyText value={requestId} label="request id" />
          </p>
        )}
      </article>
    </Page>
  )
}
