import type { CustomFetch } from 'openid-client'

const longestBytes = 1024 * 1024

/** The library ends a request that takes too long; this ends one that is too large. No redirect is followed. */
export const limitedFetch: CustomFetch = async (url, options) => {
  const { method, headers: sent, body, signal } = options
  const answer = await fetch(url, {
    method,
    headers: sent,
    redirect: 'manual',
    // What is asked with a body here is asked by a form.
    ...(body instanceof URLSearchParams ? { body } : {}),
    ...(signal === undefined ? {} : { signal }),
  })
  const bytes = await readAtMost(answer)
  const { status, statusText, headers } = answer
  return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers })
}

async function readAtMost({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > longestBytes) throw new Error(`The answer is larger than ${longestBytes} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
