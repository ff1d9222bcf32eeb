import type { Config } from '../../config.ts'
import type { Mail } from './mailer.ts'

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly action?: { readonly label: string; readonly path: string }
  readonly footer: string
  /** Tells this mail from every other; the same when a job sends it again. */
  readonly key: string
}

/** Text and HTML of the same letter. Links come from BASE_URL alone, never from a request. */
export function composeMail(config: Config, letter: Letter): Mail {
  const link = letter.action === undefined ? null : config.BASE_URL + letter.action.path
  const text = [
    letter.greeting,
    ...letter.paragraphs,
    ...(letter.action === undefined ? [] : [`${letter.action.label}:\n${link}`]),
    `-- \n${letter.footer}`,
  ].join('\n\n')
  const button =
    letter.action === undefined || link === null
      ? ''
      : `<p style="margin:24px 0"><a href="${escape(link)}" style="background:#b4450f;color:#fff;padding:10px 18px;border-radius:6px;text-decoration:none;font-weight:600">${escape(letter.action.label)}</a></p><p style="font-size:13px;color:#6b6560">Or open this address: ${escape(link)}</p>`
  const html = `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:#26221f;max-width:36em;margin:24px auto;padding:0 16px"><p>${escape(letter.greeting)}</p>${letter.paragraphs.map((line) => `<p>${escape(line)}</p>`).join('')}${button}<hr style="border:0;border-top:1px solid #ddd6cf"><p style="font-size:13px;color:#6b6560">${escape(letter.footer)}</p></body></html>`
  const host = new URL(config.BASE_URL).hostname
  return { to: letter.to, subject: letter.subject, text: `${text}\n`, html, messageId: `<${letter.key}@${host}>` }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
