import type { VNode } from 'preact'
import { jsxTemplate } from 'preact/jsx-runtime'
import { renderToString } from 'preact-render-to-string'

/** HTML as a part of a page. Whoever writes it has escaped what is in it. */
export function written(html: string) {
  return jsxTemplate([html])
}

/** What is the same on every page is drawn once. */
export function still(part: VNode) {
  const html = renderToString(part)
  return () => written(html)
}
