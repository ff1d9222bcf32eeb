export type PicturePair = { before: string | null; after: string | null }

/** Side by side; where a script runs and both are there, one over the other as well. */
export function PictureDiff({ pictures, name }: { pictures: PicturePair; name: string }) {
  const { before, after } = pictures
  return (
    <div class="picture-diff" data-picture-diff={before !== null && after !== null ? '' : undefined}>
      {before !== null && <Figure src={before} word="Before" name={name} side="before" />}
      {after !== null && <Figure src={after} word={before === null ? 'Added' : 'After'} name={name} side="after" />}
    </div>
  )
}

type FigureProps = { src: string; word: string; name: string; side: 'before' | 'after' }

function Figure({ src, word, name, side }: FigureProps) {
  return (
    <figure class={`picture-side picture-${side}`}>
      <img src={src} alt={`${name}: ${word.toLowerCase()}`} loading="lazy" />
      <figcaption data-picture-facts>{word}</figcaption>
    </figure>
  )
}
