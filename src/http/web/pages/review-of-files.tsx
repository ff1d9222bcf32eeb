import type { ComponentChildren } from 'preact'
import type { ViewedPending, Talk as ViewedTalk } from '../../../features/reviews/view-talks.ts'
import type { ShownDiff } from '../components/diff-file.tsx'
import { Icon } from '../components/icon.tsx'
import { LineForm } from '../components/line-form.tsx'
import type { EditorPlace } from '../components/markdown-editor.tsx'
import { PendingNote } from '../components/pending-note.tsx'
import type { ShownText } from '../components/shown-text.tsx'
import { type ShownTalk, Talk } from '../components/talk.tsx'
import type { TalkDraft } from '../components/talk-edit.tsx'
import { shownPart, whereOf } from './shown-pull.ts'

/** A comment that is being written: `on` is `f3-n12`. */
export interface LineDraft {
  readonly on: string
  readonly body: string
  readonly startLine: string
  readonly preview: ShownText | undefined
  readonly error: string | undefined
}

interface Parts {
  /** The address of the pull request, and of its files. */
  readonly at: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly talks: readonly { readonly talk: ViewedTalk; readonly shown: ShownTalk }[]
  readonly pending: readonly ViewedPending[]
  readonly isViewed: (path: string) => boolean
  /** What came back; null where none did. */
  readonly line: LineDraft | null
  /** What else is being written. */
  readonly draft: TalkDraft
  readonly place: EditorPlace
  readonly can: { readonly speak: boolean; readonly review: boolean; readonly tick: boolean }
}

/** What the address of the files says besides what is about to be written there. */
export function keptSearch(query: Readonly<Record<string, string>>): string {
  const kept = new URLSearchParams(
    ['view', 'space', 'page', 'first', 'file', 'lines'].flatMap((name) =>
      query[name] === undefined ? [] : [[name, query[name]]],
    ),
  ).toString()
  return kept === '' ? '' : `?${kept}`
}

interface Context extends Parts {
  readonly search: string
  readonly page: { readonly from: 'files'; readonly search: string }
  readonly line: LineDraft
}

/** Adds to each file what is said about it, and the form where somebody is about to say something. */
export function reviewOfFiles(parts: Parts): (file: ShownDiff) => ShownDiff {
  const { at, path, query, can } = parts
  const search = keptSearch(query)
  const context = { ...parts, search, page: { from: 'files', search }, line: parts.line ?? lineNamedIn(query) } as const
  return (file) => {
    const notes = new LineNotes(file)
    putTalks(notes, file, context)
    putPending(notes, file, context)
    putForm(notes, file, context)
    const isViewed = parts.isViewed(file.path)
    return {
      ...file,
      review: {
        talks: { commentAt: can.speak ? `${path}${search === '' ? '?' : `${search}&`}on=` : null, of: notes.byLine },
        elsewhere: notes.elsewhere.length === 0 ? null : <div class="diff-elsewhere">{notes.elsewhere}</div>,
        tools: can.tick && <Tick at={at} file={file} isViewed={isViewed} search={search} />,
        isViewed,
      },
    }
  }
}

function lineNamedIn(query: Readonly<Record<string, string>>): LineDraft {
  const startLine = /^\d{1,9}$/.exec(query['start'] ?? '')?.[0] ?? ''
  return { on: query['on'] ?? '', startLine, body: '', preview: undefined, error: undefined }
}

/** What stands below lines of a file; what is about a line that the page does not show stands elsewhere. */
class LineNotes {
  readonly byLine = new Map<string, ComponentChildren[]>()
  readonly elsewhere: ComponentChildren[] = []
  readonly #shown: ReadonlySet<string>

  constructor(file: ShownDiff) {
    this.#shown = linesOf(file)
  }

  put(side: 'old' | 'new', number: number, note: ComponentChildren): void {
    const name = `${side === 'old' ? 'o' : 'n'}${number}`
    if (!this.#shown.has(name)) this.elsewhere.push(note)
    else this.byLine.set(name, [...(this.byLine.get(name) ?? []), note])
  }
}

function putTalks(notes: LineNotes, file: ShownDiff, { talks, at, page, place, draft }: Context): void {
  for (const { talk, shown } of talks) {
    const position = talk.place.now ?? talk.place.original
    if (position.path !== file.path) continue
    const props = { key: shown.rootId, talk: shown, at, page, place, draft } as const
    if (talk.place.now === null) notes.elsewhere.push(<Talk {...props} />)
    else notes.put(position.side, position.line, <Talk {...props} inPlace />)
  }
}

function putPending(notes: LineNotes, file: ShownDiff, { pending, at, page, place, draft }: Context): void {
  for (const { comment, parts } of pending) {
    const { position, uuid } = comment
    if (position.path !== file.path) continue
    const where = position.startLine === null ? null : whereOf(position)
    const props = { id: uuid, where, parts: parts.map(shownPart), at, page, place, draft }
    notes.put(position.side, position.line, <PendingNote key={uuid} {...props} />)
  }
}

function putForm(notes: LineNotes, file: ShownDiff, context: Context): void {
  const { at, path, page, place, can, line, pending, search } = context
  const [, fileNumber, letter, lineNumber] = /^f(\d+)-([no])(\d+)$/.exec(line.on) ?? []
  if (!can.speak || Number(fileNumber) !== file.number || lineNumber === undefined) return
  const side = letter === 'o' ? 'old' : 'new'
  const form = (
    <LineForm
      key="form"
      at={at}
      page={page}
      cancelHref={`${path}${search}#${line.on}`}
      place={place}
      anchor={line.on}
      path={file.path}
      side={side}
      line={Number(lineNumber)}
      startLine={line.startLine}
      body={line.body}
      preview={line.preview}
      error={line.error}
      canReview={can.review}
      isReviewing={pending.length > 0}
    />
  )
  notes.put(side, Number(lineNumber), form)
}

/** The lines that are on the page, as talks name them. */
function linesOf({ hunks }: ShownDiff): ReadonlySet<string> {
  const names = new Set<string>()
  for (const line of hunks?.flatMap((hunk) => hunk.lines) ?? []) {
    if ('old' in line) names.add(`o${line.old}`)
    if ('new' in line) names.add(`n${line.new}`)
  }
  return names
}

type TickProps = { at: string; file: ShownDiff; isViewed: boolean; search: string }

function Tick({ at, file, isViewed, search }: TickProps) {
  return (
    <form method="post" action={`${at}/files/viewed`} data-tick>
      <input type="hidden" name="path" value={file.path} />
      <input type="hidden" name="file" value={file.number} />
      <input type="hidden" name="query" value={search} />
      <button
        type="submit"
        class="button button-default button-small"
        name="viewed"
        value={isViewed ? '0' : '1'}
        aria-pressed={isViewed}
        aria-label={`Viewed ${file.path}`}
      >
        <span class="viewed-box">
          <Icon name="check" />
        </span>
        <span>Viewed</span>
      </button>
    </form>
  )
}
