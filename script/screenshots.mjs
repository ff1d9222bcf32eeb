// Starts a Stithy in this process, fills it, and takes pictures. Called by script/screenshots.
import { mkdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import { readOptions, refuse } from '../test/support/read-options.ts'

const usage = 'script/screenshots FOLDER [NAME…]'
const { positionals } = readOptions(usage, {}, Number.POSITIVE_INFINITY)
const [folder, ...names] = positionals
if (folder === undefined) refuse(usage, 'a folder for the pictures is missing')

// Node reads TypeScript by itself, but no JSX.
registerHooks({
  load: (url, context, next) => {
    if (!url.endsWith('.tsx')) return next(url, context)
    const text = readFileSync(fileURLToPath(url), 'utf8')
    const { code } = transformSync(text, { loader: 'tsx', jsx: 'automatic', jsxImportSource: 'preact' })
    return { format: 'module', source: code, shortCircuit: true }
  },
})

const { startStithy } = await import('../test/support/stithy.ts')
const { startProvider } = await import('../test/support/openid-provider.ts')
const { furnish } = await import('../test/support/furnish.ts')
const { launchBrowser, newVisitor } = await import('../test/support/browser.ts')
const { cookieFor, scenes } = await import('../test/support/scenes.ts')

const widths = [1280, 360]
const wanted = scenes.filter((scene) => names.length === 0 || names.some((name) => scene.name.startsWith(name)))
if (wanted.length === 0)
  refuse(usage, `no page is called ${names.join(', ')}; there are ${scenes.map((scene) => scene.name).join(', ')}`)
const provider = await startProvider()
const stithy = await startStithy({ ...provider.settings, CI_ENABLED: 'true', STYLEGUIDE_ENABLED: 'true' })
const browser = await launchBrowser()
try {
  const household = await furnish(stithy)
  const out = resolve(folder)
  mkdirSync(out, { recursive: true })
  for (const scene of wanted) {
    const visitor = await newVisitor(browser, stithy, cookieFor(scene.role, household))
    const { page, context, takeProblems } = visitor
    await scene.open(page, household)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      // A window as tall as the page: what is drawn only when it comes into view is in view then.
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width, height })
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: join(out, `${scene.name}-${width}-${colorScheme}.png`) })
      }
    }
    for (const problem of takeProblems()) console.error(`${scene.name}: ${problem}`)
    await context.close()
    console.log(scene.name)
  }
} finally {
  await browser.close()
  await stithy.stop()
  await provider.stop()
}
