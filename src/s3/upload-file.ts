import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type S3Body, type S3Caller, S3Refusal } from './call-s3.ts'
import { sha256 } from './sign-request.ts'

/** A file of this machine that does not change any more. */
export interface LocalFile {
  readonly path: string
  readonly size: number
  /** In hex. */
  readonly sha256: string
}

const mebibyte = 1024 * 1024
const partSize = 16 * mebibyte
/** No storage takes more than ten thousand. */
const mostParts = 9000
const atOnce = 3

/** In one piece, or in parts where that would be a long one: a part that fails is sent again, not the whole. */
export async function uploadFile(caller: S3Caller, key: string, file: LocalFile): Promise<void> {
  if (file.size <= partSize) {
    const open = () => createReadStream(file.path)
    await caller.ask({ method: 'PUT', key, body: { size: file.size, sha256: file.sha256, open } })
    return
  }
  const begun = await caller.ask({ method: 'POST', key, query: { uploads: '' } })
  const uploadId = /<UploadId>([^<]+)</.exec(begun)?.[1]
  if (uploadId === undefined) throw new Error('The object storage began no upload')
  try {
    const etags = await sendParts(caller, key, { file, uploadId })
    await complete(caller, key, { uploadId, etags })
  } catch (error) {
    await caller.ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

async function sendParts(
  caller: S3Caller,
  key: string,
  { file, uploadId }: { readonly file: LocalFile; readonly uploadId: string },
): Promise<readonly string[]> {
  const size = Math.max(partSize, Math.ceil(file.size / mostParts))
  const count = Math.ceil(file.size / size)
  const etags: string[] = []
  const progress = { next: 0, failed: false }
  const send = async (): Promise<void> => {
    while (progress.next < count && !progress.failed) {
      const index = progress.next
      progress.next += 1
      const start = index * size
      const body = await pieceOf(file.path, start, Math.min(start + size, file.size))
      const query = { partNumber: String(index + 1), uploadId }
      const answer = await caller.call({ method: 'PUT', key, query, body })
      answer.resume()
      etags[index] = answer.headers.etag ?? ''
    }
  }
  const lanes = Array.from({ length: Math.min(atOnce, count) }, () =>
    send().catch((error: unknown) => {
      progress.failed = true
      throw error
    }),
  )
  // All of them are over before anybody takes the upload back.
  const ends = await Promise.allSettled(lanes)
  for (const one of ends) if (one.status === 'rejected') throw one.reason
  return etags
}

async function pieceOf(path: string, start: number, end: number): Promise<S3Body> {
  const open = () => createReadStream(path, { start, end: end - 1 })
  const hash = createHash('sha256')
  await pipeline(open(), hash)
  return { size: end - start, sha256: hash.digest('hex'), open }
}

async function complete(
  caller: S3Caller,
  key: string,
  { uploadId, etags }: { readonly uploadId: string; readonly etags: readonly string[] },
): Promise<void> {
  const parts = etags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`)
  const text = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  const body = { size: Buffer.byteLength(text), sha256: sha256(text), open: () => Readable.from([Buffer.from(text)]) }
  const answer = await caller.ask({ method: 'POST', key, query: { uploadId }, body }).catch(async (error: unknown) => {
    // Asked a second time, because the first answer was lost, it knows of no upload: it has become the object.
    if (!(error instanceof S3Refusal && error.status === 404)) throw error
    const found = await caller.call({ method: 'HEAD', key })
    found.resume()
    return ''
  })
  // It may take its time and say yes before it knows.
  if (answer.includes('<Error>')) throw new S3Refusal(500, answer)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
