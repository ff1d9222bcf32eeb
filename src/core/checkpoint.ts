/** Where a push can be cut off with different consequences. */
export type PushCheckpoint =
  | 'push.judged' // let through, and nobody has written that down
  | 'push.journaled' // written down, and no ref has moved
  | 'refs.moved' // git has ended, and nothing follows from it yet
  | 'push.settling' // what follows is about to be written
  | 'push.settled' // it was written, and the client has not heard of it

/** A stage of a pipeline begins: each can be the one in which its worker is lost. */
export type PipelineCheckpoint =
  | 'pipeline.static_validation'
  | 'pipeline.sbom_gate'
  | 'pipeline.variable_resolution'
  | 'pipeline.execution'
  | 'pipeline.report' // everything has run, and the end is about to be written
  | 'pipeline.ended'

/** Tests end the process there; otherwise nothing happens. */
export type Checkpoint = PushCheckpoint | PipelineCheckpoint

export type Passing = (checkpoint: Checkpoint) => void
