import type { NoticeTone } from '../components/notice.tsx'

export type Assets = {
  css: string
  js: string
  /** Runs before the first paint, so that the chosen theme does not flash. */
  themeJs: string
  favicon: string
}

export type Viewer = {
  username: string
  avatarUrl: string
  isAdmin: boolean
  /** Null where there is no inbox to lead to. */
  unread: number | null
}

export type Flash = {
  tone: NoticeTone
  text: string
  /** What one would do next, on a page of ours. */
  next?: { href: string; label: string } | undefined
}

/** What every page's frame needs to know, whatever the page. */
export type Chrome = {
  viewer: Viewer | null
  assets: Assets
  /** The current path, without query: it marks the place in the navigation. */
  path: string
  flash: Flash | null
  /** The page came for a form that was sent, and holds what was typed in it. */
  answersForm: boolean
  /** Epoch milliseconds: relative times count from here. */
  now: number
  baseUrl: string
  version: string
  registrationEnabled: boolean
  /** Otherwise mails are kept, and only an administrator can look at them. */
  sendsMail: boolean
}
