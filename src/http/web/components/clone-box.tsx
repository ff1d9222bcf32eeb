import type { CloneUrls } from '../clone-urls.ts'
import { CopyField } from './copy-field.tsx'

export function CloneBox({ urls }: { urls: CloneUrls }) {
  return (
    <dl class="clone-box">
      <dt>{urls.https.startsWith('https:') ? 'HTTPS' : 'HTTP'}</dt>
      <dd>
        <CopyField value={urls.https} label="address for git over HTTP" />
      </dd>
      {urls.ssh !== null && (
        <>
          <dt>SSH</dt>
          <dd>
            <CopyField value={urls.ssh} label="address for git over SSH" />
          </dd>
        </>
      )}
    </dl>
  )
}
