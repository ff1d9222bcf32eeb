import type { Config } from '../../config.ts'
import type { Mail } from './mailer.ts'

/** What we say, or what somebody else has said, which is told apart from it. */
export type Block = string | { readonly quoted: string }

interface Way {
  readonly label: string
  readonly path: string
}

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly Block[]
  readonly action?: Way
  readonly footer: string
  /** How to get no more of these, below the footer: not every program shows what the headers say. */
  readonly wayOut?: Way
  /** Tells this mail from every other; the same when a job sends it again. */
  readonly key: string
  /** The key of what it belongs under. */
  readonly under?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** So that no program on the way has to break a line, a link least of all: it has a line of its own. */
const lineLength = 72

/** Text and HTML of the same letter. Links come from BASE_URL alone, never from a request. */
export function composeMail(config: Config, letter: Letter): Mail {
  const link = letter.action === undefined ? null : config.BASE_URL + letter.action.path
  const wayOut =
    letter.wayOut === undefined ? null : { label: letter.wayOut.label, link: config.BASE_URL + letter.wayOut.path }
  const text = [
    letter.greeting,
    ...letter.paragraphs,
    ...(letter.action === undefined ? [] : [`${letter.action.label}:\n${link}`]),
    `-- \n${letter.footer}${wayOut === null ? '' : `\n${wayOut.label}:\n${wayOut.link}`}`,
  ].map(plain)
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    '<body style="font:16px/1.5 system-ui,sans-serif;color:#26221f;max-width:36em;margin:24px auto;padding:0 16px">',
    paragraph(letter.greeting),
    ...letter.paragraphs.map((block) => (typeof block === 'string' ? paragraph(block) : quotation(block.quoted))),
    ...(letter.action === undefined || link === null ? [] : button(letter.action.label, link)),
    '<hr style="border:0;border-top:1px solid #ddd6cf">',
    `<p style="font-size:13px;color:#6b6560">\n${wrap(escape(letter.footer))}${wayOut === null ? '' : exit(wayOut)}</p>`,
    '</body>',
    '</html>',
  ]
  const host = new URL(config.BASE_URL).hostname
  return {
    to: letter.to,
    subject: letter.subject,
    text: `${text.join('\n\n')}\n`,
    html: `${html.join('\n')}\n`,
    messageId: `<${letter.key}@${host}>`,
    ...(letter.under === undefined
      ? {}
      : { inReplyTo: `<${letter.under}@${host}>`, references: `<${letter.under}@${host}>` }),
    ...(letter.headers === undefined ? {} : { headers: letter.headers }),
  }
}

/** With a mark before each line that is quoted: none of them passes for our link, our signature or the end of either. */
function plain(block: Block): string {
  if (typeof block === 'string') return block.split('\n').map(wrap).join('\n')
  return block.quoted.replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '')
}

function paragraph(text: string): string {
  return `<p>${text
    .split('\n')
    .map((line) => wrap(escape(line)))
    .join('<br>\n')}</p>`
}

/** As it was written: its Markdown is not set, and nothing is fetched from anywhere. */
function quotation(text: string): string {
  const style =
    'margin:16px 0;padding-left:12px;border-left:3px solid #ddd6cf;white-space:pre-wrap;overflow-wrap:anywhere'
  return `<blockquote style="${style}">${escape(text)}</blockquote>`
}

function button(label: string, link: string): readonly string[] {
  return [
    '<p style="margin:24px 0"><a style="background:#b4450f;color:#fff;padding:10px 18px;border-radius:6px;text-decoration:none;font-weight:600"',
    `href="${escape(link)}">${escape(label)}</a></p>`,
    '<p style="font-size:13px;color:#6b6560">Or open this address:',
    `${escape(link)}</p>`,
  ]
}

function exit({ label, link }: { readonly label: string; readonly link: string }): string {
  return `<br>\n<a style="color:#6b6560"\nhref="${escape(link)}">${escape(label)}</a>`
}

/** Breaks at spaces; a word that is longer than a line stays whole. */
function wrap(line: string): string {
  // The mark of a signature ends in a space that means something.
  if (line.length <= lineLength) return line
  const lines: string[] = []
  for (const word of line.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= lineLength) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
