import type { ComponentChildren } from 'preact'
import { Fragment } from 'preact'
import { counted } from './counted.ts'
import { type DiffHunk, type DiffStyle, hunkPieces } from './diff-rows.ts'
import { escapeHtml } from './line-html.ts'

type DiffLinesProps = {
  file: { number: number; path: string; wider: WiderHrefs }
  hunks: readonly DiffHunk[]
  style: DiffStyle
  talks?: DiffTalks | undefined
}

/** A way to lines that are left out: how many, and on which side of what is shown they are. */
export type MoreLines = { way: 'up' | 'down' | 'both'; count: number | null; href: string }

export type WiderHrefs = {
  /** Before each hunk. */
  above: readonly (readonly MoreLines[])[]
  /** Behind the last. */
  below: readonly MoreLines[]
  /** Everything at once; null where everything is there. */
  all: string | null
}

/** Where there is nothing to lead to. */
export const notWider: WiderHrefs = { above: [], below: [], all: null }

/** What is said about lines of a file: under each line, by its name (`o5`, `n12`). */
export type DiffTalks = {
  commentAt: string | null
  of: ReadonlyMap<string, ComponentChildren>
}

const noTalks: DiffTalks = { commentAt: null, of: new Map() }

export function DiffLines({ file, hunks, style, talks = noTalks }: DiffLinesProps) {
  return (
    <div class="source" tabindex={0} role="group" aria-label={`Changes of ${file.path}`}>
      <table class={`code-lines diff-lines diff-${style}`} role="presentation">
        {style === 'split' && (
          // The first row spans all columns and says nothing about their widths.
          <colgroup>
            <col class="column-number" />
            <col />
            <col class="column-number" />
            <col />
          </colgroup>
        )}
        {hunks.map((hunk, place) => (
          <Fragment key={`${hunk.oldStart}-${hunk.newStart}`}>
            {hunkPieces({ file: file.number, commentAt: talks.commentAt }, hunk, style, talks.of).map(
              ({ html, spoken }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a hunk have no other name
                <Fragment key={at}>
                  <tbody
                    dangerouslySetInnerHTML={{ __html: (at === 0 ? headOf(hunk, { style, file, place }) : '') + html }}
                  />
                  {spoken.length > 0 && (
                    <tbody class="diff-talk">
                      <tr>
                        <td colSpan={style === 'split' ? 4 : 3}>
                          <div class="diff-talk-sheet">{spoken.map((line) => talks.of.get(line))}</div>
                        </td>
                      </tr>
                    </tbody>
                  )}
                </Fragment>
              ),
            )}
          </Fragment>
        ))}
        {file.wider.below.length > 0 && (
          <tbody dangerouslySetInnerHTML={{ __html: hunkRow(style, waysOf(file, file.wider.below)) }} />
        )}
      </table>
    </div>
  )
}

type Place = { style: DiffStyle; file: DiffLinesProps['file']; place: number }

/** What stands before a hunk. A file that begins with its first line has nothing to say there. */
function headOf({ oldStart, newStart, heading }: DiffHunk, { style, file, place }: Place): string {
  const ways = waysOf(file, file.wider.above[place] ?? [])
  if (place === 0 && ways === '' && file.wider.all === null && oldStart <= 1 && newStart <= 1) return ''
  const all =
    place === 0 && file.wider.all !== null ? linkOf(file.wider.all, 'All lines', `All lines of ${file.path}`) : ''
  const where = `<span class="diff-where">@@ &minus;${oldStart} +${newStart} @@ ${escapeHtml(heading)}</span>`
  // First, so that they are there on a phone too, where the lines reach out of sight.
  return hunkRow(style, ways + all + where)
}

function hunkRow(style: DiffStyle, html: string): string {
  return `<tr class="diff-hunk"><td colspan="${style === 'split' ? 4 : 3}"><div>${html}</div></td></tr>`
}

const arrows = { up: '&uarr;', down: '&darr;', both: '&varr;' } as const
const directions = { up: ' above', down: ' below', both: '' } as const

function waysOf({ path }: DiffLinesProps['file'], ways: readonly MoreLines[]): string {
  return ways
    .map(({ way, count, href }) => {
      const lines = count === null ? 'More lines' : counted(count, 'line')
      return linkOf(
        href,
        `${arrows[way]} ${lines}`,
        `${count === null ? lines : `${lines} more`}${directions[way]}, of ${path}`,
      )
    })
    .join('')
}

function linkOf(href: string, text: string, label: string): string {
  return `<a data-widen href="${escapeHtml(href)}" aria-label="${escapeHtml(label)}">${text}</a>`
}
