import { Pace } from '../../../core/pace.ts'
import { shortSha } from '../../../core/sha.ts'
import { codeUrl, commitUrl, type RepoName } from '../code-urls.ts'
import type { CommitSummary } from './commit-line.tsx'
import { iconHtml } from './icon.tsx'
import { escapeHtml, type LineText, numberedCells } from './line-html.ts'
import { timeHtml } from './time.tsx'

export type BlameRange = {
  commit: CommitSummary
  /** Among the lines of the page: 0 the newest, 7 the oldest. */
  age: number
  /** Where the lines were before this commit changed them; null where the file begins with it. */
  before: { sha: string; path: string; line: number } | null
  firstLine: number
  lines: readonly LineText[]
}

type BlamePlace = { repo: RepoName; now: number }

/**
 * The rows of a blame as HTML. There may be a range for each line, of a few hundred commits: what is said of a commit is
 * written once, and so is the address of the file as it was before.
 */
export async function blameRows({ repo, now }: BlamePlace, ranges: readonly BlameRange[]): Promise<string> {
  const notes = new Map<string, string>()
  const addresses = new Map<string, { path: string; html: string }>()
  const addressOf = ({ sha, path }: { sha: string; path: string }): string => {
    const known = addresses.get(sha)
    // One commit can have brought two files together.
    if (known?.path === path) return known.html
    const html = escapeHtml(codeUrl(repo, 'blame', sha, path))
    addresses.set(sha, { path, html })
    return html
  }
  const rows = await new Pace().map(ranges, ({ commit, age, before, firstLine, lines }) => {
    const note = notes.get(commit.sha) ?? noteOf(repo, commit, now)
    notes.set(commit.sha, note)
    const way = before === null ? '' : wayBefore(commit, before, addressOf(before))
    const cell = `<td class="blame-commit" rowspan="${lines.length}" data-age="${age}"><div class="blame-note">${note}${way}</div></td>`
    return `<tbody>${rowsOf(firstLine, lines, cell)}</tbody>`
  })
  return rows.join('')
}

function noteOf(repo: RepoName, { sha, title, author, at }: CommitSummary, now: number): string {
  const [words, name] = [escapeHtml(title), escapeHtml(author)]
  const link = `<a class="quiet-link blame-title" href="${escapeHtml(commitUrl(repo, sha))}" title="${shortSha(sha)} ${words}">${words}</a>`
  const who = `<span class="blame-author" title="${name}">${name}</span>`
  const initials = `<span class="blame-initials" title="${name}" aria-hidden="true">${escapeHtml(initialsOf(author))}</span>`
  return `${link}<span class="blame-facts">${who} ${timeHtml(at, now)}</span>${initials}`
}

/** For where there is no room for a name: `AL` for Ada Lovelace. */
function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '')
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}

const historyIcon = iconHtml('history')

function wayBefore({ sha }: CommitSummary, { line }: { line: number }, address: string): string {
  return `<a class="blame-before" href="${address}#L${line}" aria-label="Before ${shortSha(sha)}" title="As it was before this change">${historyIcon}</a>`
}

function rowsOf(firstLine: number, lines: readonly LineText[], cell: string): string {
  return lines
    .map((line, at) => `<tr id="L${firstLine + at}">${at === 0 ? cell : ''}${numberedCells(firstLine + at, line)}`)
    .join('')
}
