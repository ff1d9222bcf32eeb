export interface KeptMail {
  readonly name: string
  readonly at: number
  readonly to: string
  readonly subject: string
  /** The part for reading as text; empty where it is written in a way that only mail programs read. */
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
    text: textOf(mail.slice(end)),
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
  const bytes = word
    .replaceAll('_', ' ')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

function textOf(body: string): string {
  const part = /\nContent-Type: text\/plain[^\n]*\nContent-Transfer-Encoding: 7bit\n\n(.*?)\n--/is.exec(body)?.[1] ?? ''
  // The signature begins with a mark of its own, which the end of a part looks like.
  const rest = body.slice(body.indexOf(part) + part.length)
  const signature = /^\n-- \n(.*?)\n--/s.exec(rest)?.[1]
  return signature === undefined ? part : `${part}\n-- \n${signature}`
}

/** The time is in the name, with dashes for colons. */
function timeOf(name: string): number {
  const [date = '', time = ''] = name.slice(0, 24).split('T')
  return Date.parse(`${date}T${time.replaceAll('-', ':')}`)
}
