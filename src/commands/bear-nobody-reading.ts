/**
 * `stithy doctor | head -1` has read enough after a line: what we would say then is lost, and what we do goes on to its
 * end. Without this the first line that nobody takes would end it in the middle, with a stack.
 */
export function bearNobodyReading(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
