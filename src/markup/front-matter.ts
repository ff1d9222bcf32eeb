import { parse } from 'yaml'
import { showUnseen } from '../core/show-unseen.ts'
import { escapeHtml, highlight } from './highlight.ts'

const largest = 16 * 1024
const mostRows = 50

/** Facts about a document that stand before it, between two lines of dashes. */
const block = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
/** What it begins with. Between two rules there may also be prose, which stays what it is. */
const key = /^(?:[ \t]*(?:#.*)?\r?\n)*["']?[\w$@][\w$@./ -]{0,80}["']?:(?:\s|$)/

export interface SplitDocument {
  /** What is shown of the facts, safe to put into a page of ours; '' where there are none. */
  readonly facts: string
  readonly text: string
}

/** Facts become a table, or code where they are more than names and values. As Markdown they would be a heading. */
export function splitFrontMatter(document: string): SplitDocument {
  const found = block.exec(document)
  const yaml = found?.[1] ?? ''
  if (found === null || (yaml.trim() !== '' && !key.test(yaml))) return { facts: '', text: document }
  const text = document.slice(found[0].length)
  return { facts: yaml.trim() === '' ? '' : (tableOf(yaml) ?? codeOf(yaml)), text }
}

function tableOf(yaml: string): string | null {
  const facts = yaml.length > largest ? null : read(yaml)
  const entries = facts === null ? [] : Object.entries(facts)
  if (entries.length === 0 || entries.length > mostRows) return null
  const rows = entries.map(([name, value]) => {
    const words = wordsOf(value)
    return words === null ? null : `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(words)}</td></tr>`
  })
  if (rows.includes(null)) return null
  return `<div class="table-scroll front-matter" tabindex="0"><table><tbody>${rows.join('')}</tbody></table></div>`
}

function read(yaml: string): object | null {
  try {
    // Every value as it was written: 1.10 is no number here, and nothing is called into being by an alias.
    const facts: unknown = parse(yaml, { schema: 'failsafe', maxAliasCount: 0, logLevel: 'error' })
    return typeof facts === 'object' && facts !== null && !Array.isArray(facts) ? facts : null
  } catch {
    return null
  }
}

function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (!Array.isArray(value)) return null
  return value.every((one): one is string => typeof one === 'string') ? value.join(', ') : null
}

function codeOf(yaml: string): string {
  return `<pre class="front-matter" tabindex="0"><code>${showUnseen(highlight(yaml, 'yaml'))}</code></pre>\n`
}
