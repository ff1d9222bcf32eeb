import type { OpenAttachment } from '../features/attachments/open-attachment.ts'
import { safeMediaType } from './safe-media-type.ts'
import type { Bytes } from './send-bytes.ts'

/** Pictures are shown where a text has them; everything else is only ever kept as a file. */
export function attachmentBytes(attachment: OpenAttachment): Bytes {
  const picture = safeMediaType(attachment.name, Buffer.from([0]))
  const isPicture = picture.startsWith('image/')
  return {
    type: isPicture ? picture : 'application/octet-stream',
    size: attachment.size,
    etag: attachment.sha256,
    ...(isPicture ? {} : { fileName: attachment.name }),
    parts: true,
    open: attachment.open,
  }
}
