import { Fragment } from 'preact'
import { piecesOf } from './show-unseen.ts'

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
