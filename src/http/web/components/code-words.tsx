import { Fragment } from 'preact'
import { hasUnseen, piecesOf } from '../../../core/show-unseen.ts'

/** Words of code, with what cannot be seen in them. */
export function CodeWords({ text }: { text: string }) {
  return (
    <>
      {piecesOf(text).map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
        <Fragment key={at}>
          {piece.sign === null ? (
            piece.text
          ) : (
            <bdi class="unseen" data-sign={piece.sign}>
              {piece.text}
            </bdi>
          )}
        </Fragment>
      ))}
    </>
  )
}

/** The same for names of files: nearly all have nothing of the kind, and lists are long. */
export function wordsOf(name: string) {
  return hasUnseen(name) ? <CodeWords text={name} /> : name
}
