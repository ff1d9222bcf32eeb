import { Panel } from '../components/panel.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { ButtonSamples, CodeSamples, FormSamples, OtherSamples, StatusSamples } from './styleguide-samples.tsx'

const tokens = {
  Ink: Array.from({ length: 12 }, (_, at) => `neutral-${at + 1}`),
  Grounds: ['canvas', 'surface', 'sunken', 'hover', 'pressed', 'line', 'line-strong'],
  Text: ['text', 'text-soft', 'text-muted', 'text-placeholder'],
  Ember: ['ember', 'ember-hover', 'ember-edge', 'focus'],
  Status: ['open', 'merged', 'closed', 'running', 'failed', 'canceled', 'warning'],
  Diff: ['diff-add-line', 'diff-add-word', 'diff-remove-line', 'diff-remove-word'],
  Syntax: ['keyword', 'string', 'number', 'function', 'type', 'constant', 'comment', 'punctuation'].map(
    (one) => `syntax-${one}`,
  ),
} as const

const sizes = [12, 13, 14, 16, 20, 28] as const
const spaces = [4, 8, 12, 16, 24, 40] as const

/** Everything that pages are made of, in both themes at once: what is changed is seen here first. */
export function StyleguideView({ chrome }: { chrome: Chrome }) {
  return (
    <Page chrome={chrome} title="Style guide" crumbs={[{ label: 'Style guide' }]} width="full">
      <PageHead title="Style guide" lead="What pages are made of, light on the left and dark on the right." />
      <div class="guide">
        <Samples theme="light" />
        <Samples theme="dark" />
      </div>
    </Page>
  )
}

function Samples({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <section class={`guide-side guide-${theme}`} aria-label={theme === 'light' ? 'Light' : 'Dark'}>
      <h2>{theme === 'light' ? 'Light' : 'Dark'}</h2>
      <Panel title="Colours" level={3}>
        {Object.entries(tokens).map(([group, names]) => (
          <div key={group} class="guide-colours">
            <p>{group}</p>
            <ul role="list">
              {names.map((name) => (
                <li key={name}>
                  <span class={`guide-swatch swatch-${name}`} aria-hidden="true" />
                  <code>{name}</code>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Panel>
      <Panel title="Type and space" level={3}>
        {sizes.map((size) => (
          <p key={size} class={`guide-type-${size}`}>
            {size} Strike while the iron is hot
          </p>
        ))}
        <p>
          <code>monospaced</code>, <kbd>K</kbd>, <a href="#top">a link</a>, <strong>strong</strong>,{' '}
          <span class="muted">muted</span>
        </p>
        <div class="guide-row">
          {spaces.map((size) => (
            <span key={size} class={`guide-space guide-space-${size}`}>
              {size}
            </span>
          ))}
        </div>
      </Panel>
      <ButtonSamples />
      <FormSamples id={theme} />
      <StatusSamples />
      <CodeSamples id={theme} />
      <OtherSamples />
    </section>
  )
}
