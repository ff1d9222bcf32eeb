import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** A view becomes a document. */
export function renderPage(view: VNode): string {
  return `<!doctype html>${renderToString(view)}`
}
