// What others may read of reviews, to tell of them.
export { findPullComment, readPullComments } from './comment-store.ts'
export { findReview } from './store.ts'
