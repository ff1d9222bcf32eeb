import { referencesIn } from '../../../core/references.ts'
import type { ReferenceLinks } from '../../../markup/link-references.ts'

/** What names more is a list for programs. */
const mostLinks = 200

type Piece = { text: string; href?: string }

/** `#12`, `ada/anvil#12` and ids of commits as links; people are not called by a commit. */
export function LinkedText({ text, links }: { text: string; links: ReferenceLinks | undefined }) {
  return <>{piecesOf(text, links).map((piece, at) => shownPiece(piece, at))}</>
}

type CommitTitleProps = {
  commit: { title: string; links?: ReferenceLinks | undefined }
  href: string
  class: string
}

/** A way to the commit, but for the references in it: those are ways of their own, beside it. */
export function CommitTitle({ commit: { title, links }, href, class: look }: CommitTitleProps) {
  const pieces = piecesOf(title, links)
  // Of nothing but references it has to be the way to the commit itself.
  const shown = pieces.some(isWay) ? pieces : [{ text: title }]
  return (
    <>
      {shown.map((piece, at) =>
        isWay(piece) || shown.length === 1 ? (
          <a key={at} class={look} href={href}>
            {piece.text}
          </a>
        ) : (
          shownPiece(piece, at)
        ),
      )}
    </>
  )
}

/** What somebody would press: not the bracket behind a reference. */
function isWay({ text, href }: Piece): boolean {
  return href === undefined && /[\p{L}\p{N}]/u.test(text)
}

function shownPiece({ text, href }: Piece, at: number) {
  if (href === undefined) return text
  return (
    <a key={at} class="reference" href={href}>
      {text}
    </a>
  )
}

function piecesOf(text: string, links: ReferenceLinks = {}): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { text: word, at, reference } of referencesIn(text, mostLinks)) {
    const href = reference.kind !== 'mention' && Object.hasOwn(links, word) ? links[word] : undefined
    if (href === undefined) continue
    if (at > end) pieces.push({ text: text.slice(end, at) })
    pieces.push({ text: word, href })
    end = at + word.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
