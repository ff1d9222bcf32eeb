import type { CloneUrls } from '../clone-urls.ts'
import { CopyField } from './copy-field.tsx'

type CloneBoxProps = {
  /** Addresses, or commands with them. */
  urls: CloneUrls
  what?: string | undefined
}

export function CloneBox({ urls, what = 'address for git' }: CloneBoxProps) {
  return (
    <dl class="clone-box">
      <dt>{/\bhttps:/.test(urls.https) ? 'HTTPS' : 'HTTP'}</dt>
      <dd>
        <CopyField value={urls.https} label={`${what} over HTTP`} />
      </dd>
      {urls.ssh !== null && (
        <>
          <dt>SSH</dt>
          <dd>
            <CopyField value={urls.ssh} label={`${what} over SSH`} />
          </dd>
        </>
      )}
    </dl>
  )
}
