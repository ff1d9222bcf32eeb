import type { SaidText } from './follow-text.ts'

/** What a text is known by, where people are called in it. */
export function targetKeyOf({
  thread,
  commentId,
  reviewId,
}: Pick<SaidText, 'commentId' | 'reviewId'> & { readonly thread: { readonly id: number } }): string {
  if (commentId !== null) return `c${commentId}`
  return reviewId === undefined ? `t${thread.id}` : `r${reviewId}`
}
