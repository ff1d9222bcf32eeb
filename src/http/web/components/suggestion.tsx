import { CodeWords } from './code-words.tsx'
import { differingPart } from './mark-words.ts'

export type SuggestionLine = { kind: 'context' | 'remove' | 'add'; text: string }

const looks = {
  context: { sign: ' ', class: undefined },
  remove: { sign: '−', class: 'excerpt-remove' },
  add: { sign: '+', class: 'excerpt-add' },
} as const

/** A change that somebody suggests, as a small patch. */
export function Suggestion({ lines }: { lines: readonly SuggestionLine[] }) {
  const isEmpty = lines.every(({ kind }) => kind === 'context')
  const marks = marksOf(lines)
  return (
    <figure class="suggestion" aria-label="Suggested change">
      <figcaption>{isEmpty ? 'Suggested change: none, the lines stay as they are' : 'Suggested change'}</figcaption>
      <pre tabindex={0}>
        {lines.map(({ kind, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
          <code key={at} class={looks[kind].class}>
            {`${looks[kind].sign} `}
            <Marked text={text} part={marks.get(at)} />
            {'\n'}
          </code>
        ))}
      </pre>
    </figure>
  )
}

function Marked({ text, part }: { text: string; part: readonly [number, number] | undefined }) {
  if (part === undefined || part[0] >= part[1]) return <CodeWords text={text} />
  return (
    <>
      <CodeWords text={text.slice(0, part[0])} />
      <mark>
        <CodeWords text={text.slice(...part)} />
      </mark>
      <CodeWords text={text.slice(part[1])} />
    </>
  )
}

/** Where as many lines come as go, they differ by words: those are marked. */
function marksOf(lines: readonly SuggestionLine[]): ReadonlyMap<number, [number, number]> {
  const gone = lines.flatMap(({ kind, text }, at) => (kind === 'remove' ? [{ at, text }] : []))
  const come = lines.flatMap(({ kind, text }, at) => (kind === 'add' ? [{ at, text }] : []))
  const marks = new Map<number, [number, number]>()
  if (gone.length !== come.length) return marks
  for (const [index, old] of gone.entries()) {
    const now = come[index]
    const part = now === undefined ? null : differingPart(old.text, now.text)
    if (now === undefined || part === null) continue
    marks.set(old.at, part.old)
    marks.set(now.at, part.now)
  }
  return marks
}
