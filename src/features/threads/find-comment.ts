// What others may read of comments, to tell of them.
export { findComment } from './comment-store.ts'
