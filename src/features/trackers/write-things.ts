import { isBlank } from '../../core/is-blank.ts'
import { Pace } from '../../core/pace.ts'
import { nameKey } from '../../core/slug.ts'
import type { Tx } from '../../db/handle.ts'
import { bringLabels } from '../labels/bring-labels.ts'
import { bringMilestones } from '../milestones/bring-milestones.ts'
import { type BroughtPull, insertBrought } from '../pulls/bring-pull.ts'
import { type BroughtComment, bringComments, bringThread, findNumbered } from '../threads/bring-thread.ts'
import { isNumber, wholeText } from './fields.ts'
import { lengthOf } from './portions.ts'
import type { CommentThere, LabelThere, MilestoneThere, ThreadThere } from './tracker.ts'
import type { Came } from './tracker-store.ts'
import { type Page, wholeLinks } from './whole-links.ts'

/** Of what is said here, by whomever: the end of what is longer says where the rest is. */
const longestBody = 65_536

/** What a tracker brings, and where it puts it. */
export interface Bringing {
  readonly repoId: number
  /** What has a larger number was written since. */
  readonly reserved: number
  readonly pullsAfter: number
  addressOf(kind: 'issue' | 'pull', number: number): string
  readonly addressOfPath: (path: string) => string
}

export async function writeLabels(tx: Tx, repoId: number, labels: readonly LabelThere[]): Promise<Came> {
  const { added } = await bringLabels(tx, repoId, labels.map(forAnything))
  return { labels: added }
}

const forAnything = (label: LabelThere) => ({ ...label, type: 'any' as const })

export async function writeMilestones(tx: Tx, repoId: number, milestones: readonly MilestoneThere[]): Promise<Came> {
  return { milestones: (await bringMilestones(tx, repoId, milestones)).added }
}

/** The number that it has here. */
export function numberHere({ pullsAfter }: Bringing, kind: 'issue' | 'pull', number: number): number {
  return kind === 'pull' ? pullsAfter + number : number
}

/** Numbers of those that are here already, or cannot be here. */
export async function findTaken(
  tx: Tx,
  bringing: Bringing,
  threads: readonly ThreadThere[],
): Promise<ReadonlySet<number>> {
  const numbers = threads.map(({ kind, number }) => numberHere(bringing, kind, number))
  const possible = numbers.filter((number) => isNumber(number) && number <= bringing.reserved)
  const impossible = numbers.filter((number) => !possible.includes(number))
  const here = possible.length === 0 ? [] : await findNumbered(tx, bringing.repoId, possible)
  return new Set([...impossible, ...here.map(({ number }) => number)])
}

export interface WithTalk {
  readonly thread: ThreadThere
  readonly talk: readonly CommentThere[]
  /** Null for an issue, and for a pull request whose commits cannot be had: it is kept as an issue. */
  readonly pull: BroughtPull | null
}

/** Those whose number is free. The repository's threads must be held. */
export async function writeThreads(tx: Tx, bringing: Bringing, things: readonly WithTalk[]): Promise<Came> {
  const { repoId } = bringing
  const pace = new Pace()
  const taken = new Set(
    await findTaken(
      tx,
      bringing,
      things.map(({ thread }) => thread),
    ),
  )
  const fresh = things.filter(({ thread: { kind, number } }) => {
    const here = numberHere(bringing, kind, number)
    if (taken.has(here)) return false
    taken.add(here)
    return true
  })
  const labels = await bringLabels(tx, repoId, fresh.flatMap(({ thread }) => thread.labels).map(forAnything))
  const milestones = await bringMilestones(
    tx,
    repoId,
    fresh.flatMap(({ thread }) => thread.milestone ?? []),
  )
  const came = { labels: labels.added, milestones: milestones.added, issues: 0, pulls: 0, comments: 0, text_length: 0 }
  for (const { thread, talk, pull } of fresh) {
    await pace.isOver()
    const url = bringing.addressOf(thread.kind, thread.number)
    const state = pull?.state ?? (thread.isClosed ? 'closed' : 'open')
    const place = { repoId, kind: pull === null ? ('issue' as const) : ('pull' as const), state }
    const number = numberHere(bringing, thread.kind, thread.number)
    const { title, isLocked, createdAt, updatedAt, closedAt } = thread
    const page = { url, addressOfPath: bringing.addressOfPath }
    const body = bodyOf(thread, { page, number, isPull: pull !== null })
    const milestone = thread.milestone === null ? undefined : milestones.ids.get(nameKey(thread.milestone.title))
    const id = await bringThread(tx, {
      ...place,
      number,
      title,
      body,
      isLocked,
      createdAt,
      updatedAt,
      closedAt,
      milestoneId: milestone ?? null,
      labelIds: [...new Set(thread.labels.flatMap(({ name }) => labels.ids.get(nameKey(name)) ?? []))],
      elsewhere: { author: thread.author, url },
    })
    if (pull !== null) await insertBrought(tx, { id, repoId, number, createdAt }, pull)
    came[thread.kind === 'issue' ? 'issues' : 'pulls']++
    came.text_length += body.length
    const said = await fittingComments(talk, page)
    await bringComments(tx, { id, ...place }, said)
    came.comments += said.length
    came.text_length += lengthOf(said)
  }
  return came
}

/** Those of threads that came from there. The repository's threads must be held. */
export async function writeComments(tx: Tx, bringing: Bringing, comments: readonly CommentThere[]): Promise<Came> {
  const pace = new Pace()
  const numbers = [...new Set(comments.flatMap(({ number }) => number ?? []))]
  const found = numbers.length === 0 ? [] : await findNumbered(tx, bringing.repoId, numbers)
  const threads = new Map(found.map((row) => [row.number, row]))
  const came = { comments: 0, text_length: 0 }
  for (const [number, some] of Map.groupBy(comments, (comment) => comment.number)) {
    await pace.isOver()
    const thread = number === null ? undefined : threads.get(number)
    if (thread === undefined || thread.imported_from === null) continue
    const { id, kind, state, imported_from: url } = thread
    const said = await fittingComments(some, { url, addressOfPath: bringing.addressOfPath })
    await bringComments(tx, { id, kind, state, repoId: bringing.repoId }, said)
    came.comments += said.length
    came.text_length += lengthOf(said)
  }
  return came
}

/** Nothing is left of a comment in which there is nothing to see. */
async function fittingComments(comments: readonly CommentThere[], page: Page): Promise<readonly BroughtComment[]> {
  const fit = ({ author, body, createdAt }: CommentThere) => ({ author, body: fitting(body, page), createdAt })
  return (await new Pace().mapLarge(comments, fit)).filter(({ body }) => !isBlank(body))
}

function fitting(body: string, page: Page): string {
  const end = `\n\n*The text was longer and was cut here. All of it is at ${page.url}*`
  // Nothing goes through more of it than it has to, to see that it is too long.
  const { text, isCut } = wholeText(wholeLinks(body.slice(0, 2 * longestBody + 1), page), longestBody)
  return isCut ? `${wholeText(text, longestBody - end.length).text}${end}` : text
}

interface Becoming {
  readonly page: Page
  readonly number: number
  readonly isPull: boolean
}

/** Of a pull request that is none here, or has another number: what it was. */
function bodyOf(thread: ThreadThere, { page, number, isPull }: Becoming): string {
  const isRenumbered = thread.number !== number
  if (thread.pull === null || (isPull && !isRenumbered)) return fitting(thread.body, page)
  const what = isRenumbered ? `merge request !${thread.number}` : 'a pull request'
  const became = isPull
    ? ''
    : thread.pull.mergedAt !== null
      ? ' and was merged'
      : thread.isClosed
        ? ' and was closed'
        : ''
  const lost = isPull ? '' : ' Its commits could not be brought along.'
  return fitting(`*This was ${what} at ${page.url}${became}.${lost}*\n\n${thread.body}`, page)
}
