export interface KeptMail {
  readonly name: string
  readonly at: number
  readonly to: string
  readonly subject: string
  /** The part for reading as text. */
  readonly text: string
}

/** Reads a mail that we wrote ourselves: headers, then a text and an HTML part. */
export function parseKeptMail(name: string, source: string): KeptMail {
  const mail = source.replaceAll('\r\n', '\n')
  const end = mail.indexOf('\n\n')
  const headers = mail.slice(0, end).replaceAll(/\n[ \t]+/g, ' ')
  return {
    name,
    at: timeOf(name),
    to: headerOf(headers, 'To'),
    subject: headerOf(headers, 'Subject'),
    text: textOf(headers, mail.slice(end)),
  }
}

function headerOf(headers: string, name: string): string {
  return wordsOf(new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '')
}

/** RFC 2047: what is not ASCII stands in words of its own, and the space between two of them is no part of the text. */
function wordsOf(header: string): string {
  return header.replaceAll(
    /=\?utf-8\?([qb])\?([^?]*)\?=(?:[ \t]+(?==\?utf-8\?[qb]\?))?/gi,
    (_, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : quotedText(word),
  )
}

function quotedText(word: string): string {
  return quotedBytes(word.replaceAll('_', ' '))
}

function quotedBytes(text: string): string {
  const bytes = text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** The first part for reading, between the marks that the mail itself names: what is said in it may look like one. */
function textOf(headers: string, body: string): string {
  const boundary = /^Content-Type: multipart\/[^\n]*boundary="?([^"\n;]+)/im.exec(headers)?.[1]
  if (boundary === undefined) return ''
  const part = body.split(`\n--${boundary}`).find((one) => /^\nContent-Type: text\/plain/i.test(one)) ?? ''
  const end = part.indexOf('\n\n')
  if (end < 0) return ''
  const encoding = /^Content-Transfer-Encoding: (\S+)$/im.exec(part.slice(0, end))?.[1]
  return decoded(encoding?.toLowerCase(), part.slice(end + 2))
}

function decoded(encoding: string | undefined, text: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString().replaceAll('\r\n', '\n')
  return encoding === 'quoted-printable' ? quotedBytes(text.replaceAll(/=[ \t]*\n/g, '')) : text
}

/** The time is in the name, with dashes for colons. */
function timeOf(name: string): number {
  const [date = '', time = ''] = name.slice(0, 24).split('T')
  return Date.parse(`${date}T${time.replaceAll('-', ':')}`)
}
