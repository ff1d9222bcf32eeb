// What reviews may read of the pull requests that they are of.
export { findPullById } from './store.ts'
