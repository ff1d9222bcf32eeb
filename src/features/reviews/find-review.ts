// What others may read of reviews, to tell of them.
export { findPullComment } from './comment-store.ts'
export { findReview } from './store.ts'
