import { fileSize } from '../../../../core/file-size.ts'

interface Sending {
  /** How many bytes have got there. */
  readonly tell: (sent: number) => void
  /** Calls it off. */
  readonly signal?: AbortSignal
}

/** A file as the body of a request to the API, with how far it has got. Gives what the API said; null where it said nothing. */
export function sendFile(at: string, file: File, { tell, signal }: Sending): Promise<unknown> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', at)
    request.responseType = 'json'
    request.setRequestHeader('content-type', file.type === '' ? 'application/octet-stream' : file.type)
    request.setRequestHeader('x-api-form', 'B')
    request.upload.addEventListener('progress', ({ loaded }) => tell(loaded))
    request.addEventListener('loadend', () => resolve(request.response))
    signal?.addEventListener('abort', () => request.abort())
    tell(0)
    request.send(file)
  })
}

/** Why a file need not be sent at all; null where it may be. */
export function refusalOf({ size }: File, mostBytes: number): string | null {
  return size > mostBytes ? `It has ${fileSize(size)}; at most ${fileSize(mostBytes)} are taken.` : null
}

export function textIn(told: unknown, name: string): string | null {
  const value: unknown = typeof told === 'object' && told !== null ? Reflect.get(told, name) : null
  return typeof value === 'string' ? value : null
}
