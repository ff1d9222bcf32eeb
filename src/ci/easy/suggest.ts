import { lettersApart } from '../../core/letters-apart.ts'

const longest = 40

/** The known word that somebody most likely meant, as the end of a message; '' when nothing comes close. */
export function didYouMean(written: string, known: readonly string[]): string {
  if (written.length > longest) return ''
  const close = known
    .map((word) => ({ word, distance: lettersApart(written.toLowerCase().replaceAll('-', '_'), word) }))
    .filter(({ word, distance: apart }) => apart <= Math.max(1, Math.floor(word.length / 3)))
    .toSorted((a, b) => a.distance - b.distance)
  return close[0] === undefined ? '' : `: did you mean «${close[0].word}»?`
}
