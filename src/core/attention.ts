/** What somebody said about being told of a repository or a thread: everything, or nothing at all. */
export type Attention = 'watching' | 'muted'
