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
  return new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? ''
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
