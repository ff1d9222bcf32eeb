/** Where a push can be cut off with different consequences. Tests end the process there; otherwise nothing happens. */
export type Checkpoint =
  | 'push.judged' // let through, and nobody has written that down
  | 'push.journaled' // written down, and no ref has moved
  | 'refs.moved' // git has ended, and nothing follows from it yet
  | 'push.settling' // what follows is about to be written
  | 'push.settled' // it was written, and the client has not heard of it

export type Passing = (checkpoint: Checkpoint) => void
