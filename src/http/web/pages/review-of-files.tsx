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
    ['view', 'space', 'page', 'file', 'lines'].flatMap((name) =>
      query[name] === undefined ? [] : [[name, query[name]]],
    ),
  ).toString()
  return kept === '' ? '' : `?${kept}`
}

const noLine: Omit<LineDraft, 'on' | 'startLine'> = { body: '', preview: undefined, error: undefined }

/** Adds to each file what is said about it, and the form where somebody is about to say something. */
export function reviewOfFiles(parts: Parts): (file: ShownDiff) => ShownDiff {
  const { at, path, query, can, place, draft } = parts
  const search = keptSearch(query)
  const page = { from: 'files', search } as const
  const line = parts.line ?? {
    ...noLine,
    on: query['on'] ?? '',
    startLine: /^\d{1,9}$/.exec(query['start'] ?? '')?.[0] ?? '',
  }
  return (file) => {
    const of = new Map<string, ComponentChildren[]>()
    const elsewhere: ComponentChildren[] = []
    const shownLines = linesOf(file)
    const put = (side: 'old' | 'new', number: number, talk: ComponentChildren): void => {
      const name = `${side === 'old' ? 'o' : 'n'}${number}`
      if (!shownLines.has(name)) elsewhere.push(talk)
      else of.set(name, [...(of.get(name) ?? []), talk])
    }
    for (const { talk, shown } of parts.talks) {
      const position = talk.place.now ?? talk.place.original
      if (position.path !== file.path) continue
      const props = { key: shown.rootId, talk: shown, at, page, place, draft } as const
      if (talk.place.now === null) elsewhere.push(<Talk {...props} />)
      else put(position.side, position.line, <Talk {...props} inPlace />)
    }
    for (const { comment, parts: said } of parts.pending) {
      if (comment.position.path !== file.path) continue
      const where = comment.position.startLine === null ? null : whereOf(comment.position)
      const props = { id: comment.uuid, where, parts: said.map(shownPart), at, page, place, draft }
      put(comment.position.side, comment.position.line, <PendingNote key={comment.uuid} {...props} />)
    }
    const [, number, side, at2] = /^f(\d+)-([no])(\d+)$/.exec(line.on) ?? []
    if (can.speak && Number(number) === file.number && at2 !== undefined) {
      const where = side === 'o' ? 'old' : 'new'
      const form = (
        <LineForm
          key="form"
          at={at}
          page={page}
          cancelHref={`${path}${search}#${line.on}`}
          place={place}
          anchor={line.on}
          path={file.path}
          side={where}
          line={Number(at2)}
          startLine={line.startLine}
          body={line.body}
          preview={line.preview}
          error={line.error}
          canReview={can.review}
          isReviewing={parts.pending.length > 0}
        />
      )
      put(where, Number(at2), form)
    }
    const isViewed = parts.isViewed(file.path)
    return {
      ...file,
      review: {
        talks: { commentAt: can.speak ? `${path}${search === '' ? '?' : `${search}&`}on=` : null, of },
        elsewhere: elsewhere.length === 0 ? null : <div class="diff-elsewhere">{elsewhere}</div>,
        tools: can.tick && <Tick at={at} file={file} isViewed={isViewed} search={search} />,
        isViewed,
      },
    }
  }
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
