// A real browser for tests, and visitors in it who notice everything that a page must not do.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { lookMs } from './patience.ts'
import type { TestStithy } from './stithy.ts'

const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No page lives long enough to earn back what it takes to make its scripts quicker.
  '--js-flags=--no-opt --no-maglev',
]

let shared: Promise<Browser> | null = null

/** One for all the files of a test process, with which it ends: `close` only ends what a file has opened in it. */
export function openBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then((browser) => {
    browser.once('disconnected', () => {
      shared = null
    })
    browser.close = async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
    }
    return browser
  })
  return shared
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: switches })
}

function findBrowser(): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin']
  const found = folders.flatMap((folder) => programs.map((name) => join(folder, name))).find(isProgram)
  if (found === undefined) {
    throw new Error(
      `The tests need Chromium and find none (Debian: apt-get install chromium-headless-shell). Tried: ${programs.join(', ')}`,
    )
  }
  return found
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** What went wrong since the last time it was asked: errors in the console, scripts that ran, other hosts. */
  readonly takeProblems: () => string[]
}

export interface VisitorOptions {
  /** A cookie header, as `signIn` gives it. */
  readonly cookie?: string
  readonly javaScript?: boolean
  readonly colorScheme?: 'light' | 'dark'
  readonly userAgent?: string
}

/** Somebody with a browser profile of their own. */
export async function newVisitor(browser: Browser, stithy: TestStithy, options: VisitorOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: stithy.url,
    viewport: { width: 1280, height: 800 },
    colorScheme: options.colorScheme ?? 'light',
    javaScriptEnabled: options.javaScript ?? true,
    reducedMotion: 'reduce',
    ...(options.userAgent === undefined ? {} : { userAgent: options.userAgent }),
  })
  context.setDefaultTimeout(lookMs)
  if (options.cookie !== undefined) await context.addCookies(cookiesOf(stithy.url, options.cookie))
  const page = await context.newPage()
  const problems: string[] = []
  watch(page, stithy.url, problems)
  return { page, context, takeProblems: () => problems.splice(0) }
}

function watch(page: Page, url: string, problems: string[]): void {
  page.on('console', (message) => {
    const isPageItself = message.location().url === page.url() && message.text().startsWith('Failed to load resource')
    // A page whose own status is an error says so in the console; that is no error of the page.
    if (message.type() === 'error' && !isPageItself) problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`))
  page.on('dialog', (dialog) => {
    // The browser's own question before something unsent is left: whoever goes on means it.
    if (dialog.type() === 'beforeunload') {
      void dialog.accept()
      return
    }
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const asked = new URL(request.url())
    if (asked.protocol !== 'data:' && asked.origin !== url) problems.push(`other host: ${request.url()}`)
  })
}

function cookiesOf(url: string, header: string) {
  return header.split('; ').map((one) => {
    const [name = '', ...value] = one.split('=')
    return { name, value: value.join('='), url, httpOnly: true, sameSite: 'Lax' as const }
  })
}
