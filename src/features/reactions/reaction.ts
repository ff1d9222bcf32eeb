import { invalidField } from '../../core/errors.ts'

export const reactionContents = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'] as const
export type ReactionContent = (typeof reactionContents)[number]

export interface Reaction {
  readonly content: ReactionContent
  readonly username: string
  readonly createdAt: number
}

export function parseReaction(text: string): ReactionContent {
  const content = findReaction(text)
  if (content === undefined) throw invalidField('content', 'unknown', `must be one of ${reactionContents.join(', ')}`)
  return content
}

export function findReaction(text: string): ReactionContent | undefined {
  return reactionContents.find((one) => one === text)
}
