import { parseAnsi } from '../ansi.ts'

export type ShownLine = {
  number: number
  /** Among those of its job; left out where the page has not all that came before. */
  inJob?: number | undefined
  /** `12:03:04`, in UTC. */
  clock: string
  stream: 'stdout' | 'stderr' | 'system'
  text: string
}

/** One line with its number, which is the link to it. The script makes those that come later in the same shape. */
export function LogLine({ line, base = '' }: { line: ShownLine; base?: string | undefined }) {
  const { number, inJob = number, clock, stream, text } = line
  return (
    <div class={`log-line log-${stream}`} id={`L${number}`} data-at={clock}>
      <a class="log-number" href={`${base}#L${number}`} aria-label={`Line ${inJob}`} data-line={inJob} />
      <span class="log-text">
        {parseAnsi(text).map((part, at) =>
          part.classes === '' ? (
            part.text
          ) : (
            <span key={at} class={part.classes}>
              {part.text}
            </span>
          ),
        )}
      </span>
    </div>
  )
}
