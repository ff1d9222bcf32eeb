/** What somebody said about being told of a repository or a thread: everything, or nothing at all. */
export const attentions = ['watching', 'muted'] as const

export type Attention = (typeof attentions)[number]

export function findAttention(text: string): Attention | null {
  return attentions.find((one) => one === text) ?? null
}
