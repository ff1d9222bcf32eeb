/** A part of a stream, counted from its beginning; the end is not in it. */
export interface Span {
  start: number
  end: number
}

/** Ends come in order. What overlaps or touches becomes one. */
export function addSpan(spans: Span[], span: Span): void {
  for (let last = spans.at(-1); last !== undefined && last.end >= span.start; last = spans.at(-1)) {
    if (last.start <= span.start) {
      last.end = Math.max(last.end, span.end)
      return
    }
    spans.pop()
  }
  spans.push(span)
}

/** Of any order. */
export function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else joined.push({ ...span })
  }
  return joined
}
