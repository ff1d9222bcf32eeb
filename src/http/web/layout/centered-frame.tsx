import type { ComponentChildren } from 'preact'
import { Mark } from '../components/mark.tsx'
import type { Chrome } from './chrome.ts'
import { Page } from './page.tsx'

type CenteredFrameProps = {
  chrome: Chrome
  title: string
  lead?: ComponentChildren
  /** Below the sheet: the other ways to go. */
  below?: ComponentChildren
  children: ComponentChildren
}

/** One small task on a page of its own: signing in, choosing a password. */
export function CenteredFrame({ chrome, title, lead, below, children }: CenteredFrameProps) {
  return (
    <Page chrome={chrome} title={title}>
      <div class="centered">
        <header class="centered-head">
          <Mark size={40} />
          <h1>{title}</h1>
          {lead !== undefined && <p>{lead}</p>}
        </header>
        <div class="sheet">{children}</div>
        {below && <div class="centered-below">{below}</div>}
      </div>
    </Page>
  )
}
