import { parseRefName } from '../../core/ref-name.ts'
import { withoutUnseen } from '../../core/show-unseen.ts'
import { type Fields, oneLine, wholeText } from './fields.ts'
import type { LabelThere, MilestoneThere, ReleaseThere } from './tracker.ts'
import { type Page, wholeLinks } from './whole-links.ts'

const longestLabel = 50
const longestLabelText = 200
const longestMilestoneText = 4096
const longestTitle = 255
const longestName = 100
const plainColor = '#6e7781'

/** Names of labels have no commas here: lists of names are written with them. */
export function labelOf(name: string, color: string, description: string): LabelThere | null {
  const parts = name.slice(0, longestLabel * 8).split(',')
  const kept = oneLine(parts.map((part) => part.trim()).join(' '), longestLabel, '')
  if (kept === '') return null
  const [digits] = /[0-9a-fA-F]{6}$/.exec(color) ?? []
  const isColor = /^#?[0-9a-fA-F]{6}$/.test(color)
  return {
    name: kept,
    color: isColor ? `#${digits}` : plainColor,
    description: oneLine(description, longestLabelText, ''),
  }
}

export function milestoneOf(fields: Fields, due: string, now: number): MilestoneThere | null {
  const title = oneLine(fields.text('title'), longestTitle, '')
  if (title === '') return null
  const isClosed = fields.text('state') === 'closed'
  const createdAt = fields.time('created_at', now) ?? now
  const dueAt = fields.date(due)
  return {
    // Filters mean no milestone by this word.
    title: title.toLowerCase() === 'none' ? `${title}.` : title,
    description: wholeText(fields.text('description'), longestMilestoneText).text.slice(0, longestMilestoneText),
    state: isClosed ? 'closed' : 'open',
    dueAt: dueAt === null ? null : Math.min(dueAt, farthest),
    createdAt,
    closedAt: isClosed ? Math.max(createdAt, fields.time('closed_at', now) ?? createdAt) : null,
  }
}

/** The end of the year 9999: what comes later cannot be written as a date. */
const farthest = 253_402_300_799_000

export function titleOf(text: string): string {
  return oneLine(text, longestTitle, '(no title)')
}

/** Null where nobody says who it was. Nothing in a name turns what stands behind it, or hides. */
export function personOf(name: string): string | null {
  const kept = oneLine(withoutUnseen(name.slice(0, longestName * 8)), longestName, '')
  return kept === '' ? null : kept
}

const longestPath = 1000

/** Nothing where there is no path. */
export function placeInWords(path: string, line: number | null): string {
  const name = oneLine(path.slice(0, longestPath * 2).replaceAll('`', ''), longestPath, '')
  return name === '' ? '' : `On \`${name}\`${line === null ? '' : `, line ${line}`}:\n\n`
}

export interface Times {
  readonly createdAt: number
  readonly updatedAt: number
  readonly closedAt: number | null
}

/** In an order that makes sense, none of them later than now. */
export function timesOf(fields: Fields, isClosed: boolean, now: number): Times {
  const createdAt = fields.time('created_at', now) ?? now
  const updatedAt = Math.max(createdAt, fields.time('updated_at', now) ?? createdAt)
  const closedAt = isClosed ? Math.max(createdAt, fields.time('closed_at', now) ?? updatedAt) : null
  return { createdAt, updatedAt, closedAt }
}

/** Characters as they are counted in a release: some take two. */
const longestNotes = 65_536

interface ReleaseWords {
  readonly body: string
  readonly published: string
  /** Where the rest of what is too long can be read. */
  readonly page: Page
}

/** Null for what is not published, or of no tag. */
export function releaseOf(fields: Fields, { body, published, page }: ReleaseWords, now: number): ReleaseThere | null {
  const tagName = fields.text('tag_name')
  if (parseRefName(`refs/tags/${tagName}`) === null || fields.flag('draft') || fields.flag('upcoming_release'))
    return null
  const { text } = wholeText(wholeLinks(fields.text(body).slice(0, 2 * longestNotes), page), longestNotes)
  const rest = `\n\n*The text was longer and was cut here. All of it is at ${page.url}*`
  return {
    tagName,
    name: oneLine(fields.text('name'), longestTitle, tagName),
    body: text.length > longestNotes ? `${wholeText(text, longestNotes / 4).text}${rest}` : text,
    isPrerelease: fields.flag('prerelease'),
    publishedAt: fields.time(published, now) ?? fields.time('created_at', now) ?? now,
  }
}
