import { showUnseen } from '../../../core/show-unseen.ts'
import { codeUrl, type RepoName } from '../code-urls.ts'
import { wordsOf } from './code-words.tsx'
import { Icon } from './icon.tsx'
import { escapeHtml } from './line-html.ts'

export type CodeHit = { path: string; lines: readonly { line: number; text: string }[] }

type CodeHitsProps = {
  repo: RepoName
  revision: string
  hits: readonly CodeHit[]
  needle: string
  matchCase: boolean
  level?: 2 | 3
}

/** Files with the lines that hold a text; each line leads to its place. */
export function CodeHits({ repo, revision, hits, needle, matchCase, level = 2 }: CodeHitsProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <>
      {hits.map(({ path, lines }) => {
        const href = codeUrl(repo, 'blob', revision, path)
        return (
          <section class="panel code-hit" key={path} aria-label={path}>
            <header class="panel-head">
              <Heading class="code-hit-path">
                <Icon name="file-code" />
                <a class="quiet-link break" href={href}>
                  {wordsOf(path)}
                </a>
              </Heading>
            </header>
            <div class="source" tabindex={0} role="group" aria-label={`Lines of ${path}`}>
              <table class="code-lines" role="presentation">
                <tbody
                  dangerouslySetInnerHTML={{
                    __html: lines
                      .map(({ line, text }) => hitRow(href, line, markNeedle(text, needle, matchCase)))
                      .join(''),
                  }}
                />
              </table>
            </div>
          </section>
        )
      })}
    </>
  )
}

function hitRow(href: string, line: number, html: string): string {
  const link = `<a href="${escapeHtml(href)}#L${line}" aria-label="Line ${line}" data-line="${line}"></a>`
  return `<tr><td class="no">${link}</td><td><code>${showUnseen(html)}</code></td></tr>`
}

const longestShown = 240
const before = 80

/** The part of a line around the first place, every place in it marked, as HTML. */
function markNeedle(line: string, needle: string, matchCase: boolean): string {
  const fold = (text: string): string => (matchCase ? text : foldCase(text))
  const wanted = fold(needle)
  const first = Math.max(0, fold(line).indexOf(wanted))
  const from = line.length <= longestShown ? 0 : Math.max(0, first - before)
  const shown = line.slice(from, from + longestShown).toWellFormed()
  const folded = fold(shown)
  let html = from > 0 ? '…' : ''
  let at = 0
  for (let next = folded.indexOf(wanted); next !== -1; next = folded.indexOf(wanted, at)) {
    html += `${escapeHtml(shown.slice(at, next))}<mark>${escapeHtml(shown.slice(next, next + needle.length))}</mark>`
    at = next + needle.length
  }
  return html + escapeHtml(shown.slice(at)) + (from + longestShown < line.length ? '…' : '')
}

/** Letter by letter, so that every place keeps its number: some letters are two in the other case. */
function foldCase(text: string): string {
  return text.replaceAll(/./gsu, (letter) => {
    const lower = letter.toLowerCase()
    return lower.length === letter.length ? lower : letter
  })
}
