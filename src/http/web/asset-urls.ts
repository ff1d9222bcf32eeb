import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Assets } from './layout/chrome.ts'

export interface AssetUrls extends Assets {
  /** The page of the API alone loads it. */
  readonly explorerJs: string
}

/** From plain names to the hashed ones that the build made. */
export function readAssetUrls(folder: string): AssetUrls {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, string>
  const url = (name: string): string => {
    const file = manifest[name]
    if (file === undefined) throw new Error(`The build made no ${name}: run script/build`)
    return `/static/${file}`
  }
  return {
    css: url('app.css'),
    js: url('app.js'),
    themeJs: url('theme.js'),
    favicon: url('favicon.svg'),
    explorerJs: url('api-explorer.js'),
  }
}
