import type { Pipeline } from '../pipelines/pipeline.ts'
import type { Pull } from '../pulls/pull.ts'
import type { Release } from '../releases/release.ts'
import type { PullComment } from '../reviews/pull-comment.ts'
import type { Review } from '../reviews/review.ts'
import type { Comment } from '../threads/comment.ts'
import type { Thread } from '../threads/thread.ts'

/** How receivers outside are shown things: as the API of this deployment shows them, so that both speak of the same. */
export interface PresentRecords {
  id(of: { readonly id: number; readonly uuid: string }): number | string
  issue(one: Thread): object
  pull(one: Pull): object
  comment(one: Comment): object
  pullComment(one: PullComment): object
  review(one: Review): object
  release(one: Release): object
  pipeline(one: Pipeline): object
}
