import type { ComponentChildren } from 'preact'
import type { Crumb } from '../components/breadcrumb.tsx'
import { type NavItem, Tabs } from '../components/nav-items.tsx'
import { Notice } from '../components/notice.tsx'
import { Now } from '../components/now.ts'
import type { Chrome } from './chrome.ts'
import { Footer } from './footer.tsx'
import { TopBar } from './top-bar.tsx'

export type PageProps = {
  chrome: Chrome
  title: string
  description?: string | undefined
  crumbs?: readonly Crumb[] | undefined
  /** Behind the breadcrumb: a repository's visibility. */
  crumbsAfter?: ComponentChildren
  /** The row under the top bar, in a repository or a team. */
  tabs?: { label: string; items: readonly NavItem[] } | undefined
  /** `full` for diffs and logs. */
  width?: 'normal' | 'full' | undefined
  /** The address of the repository that the page belongs to, for keys and the palette. */
  repoHref?: string | undefined
  /** Scripts of this page alone; same origin only. */
  scripts?: readonly string[] | undefined
  children: ComponentChildren
}

/** The skeleton of every page. The caller puts `<!doctype html>` in front. */
export function Page(props: PageProps) {
  const { chrome, tabs, width = 'normal' } = props
  return (
    <html lang="en">
      <Head {...props} />
      <body
        data-repo={props.repoHref}
        data-viewer={chrome.viewer?.username}
        data-answers-form={chrome.answersForm ? '' : undefined}
      >
        <Now.Provider value={chrome.now}>
          <a class="skip-link" href="#main">
            Skip to the content
          </a>
          <TopBar chrome={chrome} crumbs={props.crumbs ?? []} crumbsAfter={props.crumbsAfter} />
          {tabs && <Tabs label={tabs.label} items={tabs.items} path={chrome.path} />}
          <main id="main" class={`main main-${width}`} tabindex={-1}>
            {chrome.flash && (
              <Notice tone={chrome.flash.tone} live>
                {chrome.flash.text}
                {chrome.flash.next && (
                  <>
                    {' '}
                    <a href={chrome.flash.next.href}>{chrome.flash.next.label}</a>
                  </>
                )}
              </Notice>
            )}
            {props.children}
          </main>
          <Footer version={chrome.version} />
        </Now.Provider>
      </body>
    </html>
  )
}

function Head({ chrome, title, description, scripts = [] }: PageProps) {
  const { assets } = chrome
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${title} · Stithy`}</title>
      {description !== undefined && <meta name="description" content={description} />}
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href={assets.favicon} type="image/svg+xml" />
      <script src={assets.themeJs} />
      <link rel="stylesheet" href={assets.css} />
      <script src={assets.js} type="module" />
      {scripts.map((src) => (
        <script key={src} src={src} defer />
      ))}
    </head>
  )
}
