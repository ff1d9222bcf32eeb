interface SayingKey {
  readonly kind: 'comment' | 'review'
  readonly id: number
}

/** What was said, as the key of an event: whoever is reached by it twice is told once. */
export function sayingKey({ kind, id }: SayingKey): string {
  return `${kind} ${id}`
}

/** Null for the key of anything else. */
export function sayingIn(eventKey: string): SayingKey | null {
  const [, kind, id] = /^(comment|review) (\d+)$/.exec(eventKey) ?? []
  return kind === undefined ? null : { kind: kind === 'review' ? 'review' : 'comment', id: Number(id) }
}
