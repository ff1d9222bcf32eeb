const everyMs = 100

/** On a terminal, one line that is written over again and again; elsewhere nothing. */
export function showProgress(): { readonly progress: (said: string) => void; readonly end: () => void } {
  if (!process.stderr.isTTY) return { progress: () => undefined, end: () => undefined }
  let last = 0
  return {
    progress: (said) => {
      const now = performance.now()
      if (now - last < everyMs) return
      last = now
      process.stderr.write(`\r\u001b[K${said}`)
    },
    end: () => void process.stderr.write('\r\u001b[K'),
  }
}
