/** A file as the body of a request to the API, with how far it has got. Gives what the API said; null where it said nothing. */
export function sendFile(at: string, file: File, tell: (share: number) => void): Promise<unknown> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', at)
    request.responseType = 'json'
    request.setRequestHeader('content-type', file.type === '' ? 'application/octet-stream' : file.type)
    request.setRequestHeader('x-api-form', 'B')
    request.upload.addEventListener('progress', ({ loaded, total }) => tell(total === 0 ? 0 : loaded / total))
    request.addEventListener('loadend', () => resolve(request.response))
    tell(0)
    request.send(file)
  })
}

export function textIn(told: unknown, name: string): string | null {
  const value: unknown = typeof told === 'object' && told !== null ? Reflect.get(told, name) : null
  return typeof value === 'string' ? value : null
}
