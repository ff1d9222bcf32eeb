/** Of a job of a pipeline, or of a step: one that was canceled has not failed. */
export function isBad(status: string): boolean {
  return status === 'failed' || status === 'timed_out'
}
