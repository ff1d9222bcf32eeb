import type { Readable } from 'node:stream'
import { type Endpoint, S3Caller, S3Refusal } from './call-s3.ts'
import { readObject } from './read-object.ts'
import { type LocalFile, uploadFile } from './upload-file.ts'

export interface ListedObject {
  readonly key: string
  readonly modifiedAt: number
}

/** Which bytes, both ends included. */
interface Part {
  readonly start: number
  readonly end: number
}

/** Objects of one bucket of an S3-compatible storage. Nothing is collected in memory, up or down. */
export class Bucket {
  readonly #caller: S3Caller

  constructor(endpoint: Endpoint) {
    this.#caller = new S3Caller(endpoint)
  }

  close(): void {
    this.#caller.close()
  }

  /** Null when it can be used; else what the storage says. Throws where it does not answer at all. */
  async whyUnusable(): Promise<string | null> {
    try {
      await this.#caller.ask({ method: 'GET', key: '', query: { 'list-type': '2', 'max-keys': '1' } })
      return null
    } catch (error) {
      if (error instanceof S3Refusal && error.status < 500) return error.message
      throw error
    }
  }

  /** When this returns, the storage has all of it. */
  upload(key: string, file: LocalFile): Promise<void> {
    return uploadFile(this.#caller, key, file)
  }

  open(key: string, part: Part | null): Promise<Readable> {
    return readObject(this.#caller, key, part)
  }

  /** Null where there is none. */
  async sizeOf(key: string): Promise<number | null> {
    try {
      const answer = await this.#caller.call({ method: 'HEAD', key })
      answer.resume()
      return Number(answer.headers['content-length'] ?? 0)
    } catch (error) {
      if (error instanceof S3Refusal && error.status === 404) return null
      throw error
    }
  }

  async remove(key: string): Promise<void> {
    await this.#caller.ask({ method: 'DELETE', key }).catch((error: unknown) => {
      if (!(error instanceof S3Refusal && error.status === 404)) throw error
    })
  }

  /** Everything below a prefix, a page at a time. */
  async *list(prefix: string): AsyncGenerator<readonly ListedObject[]> {
    for (let token = ''; ; ) {
      const more = token === '' ? {} : { 'continuation-token': token }
      const text = await this.#caller.ask({ method: 'GET', key: '', query: { 'list-type': '2', prefix, ...more } })
      yield blocksOf(text, 'Contents').map((block) => ({
        key: valueOf(block, 'Key') ?? '',
        modifiedAt: Date.parse(valueOf(block, 'LastModified') ?? '') || Date.now(),
      }))
      token = valueOf(text, 'NextContinuationToken') ?? ''
      if (valueOf(text, 'IsTruncated') !== 'true' || token === '') return
    }
  }

  /** Uploads in parts that were begun before a time and never ended: their parts take room. Returns how many. */
  async forgetUploads(prefix: string, before: number): Promise<number> {
    const text = await this.#caller.ask({ method: 'GET', key: '', query: { uploads: '', prefix } })
    const begun = blocksOf(text, 'Upload').filter((one) => Date.parse(valueOf(one, 'Initiated') ?? '') < before)
    for (const one of begun) {
      const [key, uploadId] = [valueOf(one, 'Key') ?? '', valueOf(one, 'UploadId') ?? '']
      if (key.startsWith(prefix)) await this.#caller.ask({ method: 'DELETE', key, query: { uploadId } })
    }
    return begun.length
  }
}

function blocksOf(text: string, name: string): readonly string[] {
  return [...text.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inside = '']) => inside)
}

/** Our keys need no escaping; what the storage makes up may. */
function valueOf(text: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]
  return found === undefined ? null : found.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
