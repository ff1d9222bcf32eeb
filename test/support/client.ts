// Speaks HTTP as a program would: nothing is added but what a test says.

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed when the answer is JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  readonly body: any
}

export interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, with no content type unless the headers name one. */
  readonly raw?: string | Uint8Array
  /** Sent as a browser sends a form from our own page. */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>
  /** The same, in parts: with files, or with a long text. */
  readonly parts?: FormData
  readonly token?: string
  readonly cookie?: string
  readonly headers?: Readonly<Record<string, string>>
}

export class Client {
  readonly url: string
  readonly form: 'A' | 'B' | undefined
  token: string | undefined

  constructor(url: string, form?: 'A' | 'B', token?: string) {
    this.url = url
    this.form = form
    this.token = token
  }

  as(token: string | undefined): Client {
    return new Client(this.url, this.form, token)
  }

  get(path: string, options: RequestOptions = {}): Promise<Answer> {
    return this.send('GET', path, options)
  }

  post(path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer> {
    return this.send('POST', path, body === undefined ? options : { ...options, body })
  }

  /** Paths that do not begin with a slash are the API's. */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const headers = new Headers(options.headers)
    const token = options.token ?? this.token
    if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    if (this.form !== undefined && !headers.has('x-api-form')) headers.set('x-api-form', this.form)
    if (options.cookie !== undefined) headers.set('cookie', options.cookie)
    const answer = await fetch(this.url + (path.startsWith('/') ? path : `/api/v1/${path}`), {
      method,
      headers,
      redirect: 'manual',
      ...bodyOf(options, headers, this.url),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true && text !== ''
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
}

function bodyOf(
  options: RequestOptions,
  headers: Headers,
  origin: string,
): { body?: string | Uint8Array<ArrayBuffer> | FormData } {
  if (options.body !== undefined) {
    if (!headers.has('content-type')) headers.set('content-type', 'application/json')
    return { body: JSON.stringify(options.body) }
  }
  if (options.raw !== undefined) {
    return { body: typeof options.raw === 'string' ? options.raw : new Uint8Array(options.raw) }
  }
  if (options.parts !== undefined) {
    headers.set('origin', origin)
    return { body: options.parts }
  }
  if (options.fields === undefined) return {}
  headers.set('content-type', 'application/x-www-form-urlencoded')
  if (!headers.has('origin')) headers.set('origin', origin)
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(options.fields)) {
    for (const one of typeof value === 'string' ? [value] : value) fields.append(name, one)
  }
  return { body: fields.toString() }
}
