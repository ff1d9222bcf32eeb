// The tokens that people find in their mail.
import type { TestStithy } from './stithy.ts'

/** The token of the newest of `count` mails to an address that hold such a link. */
export async function mailedToken(
  stithy: TestStithy,
  to: string,
  purpose: 'verify-email' | 'reset-password',
  count = 1,
): Promise<string> {
  const link = new RegExp(`/${purpose}/([A-Za-z0-9_-]+)`)
  for (let wanted = count; ; wanted++) {
    const mails = await stithy.mails(to, wanted)
    const tokens = mails.map((mail) => link.exec(mail.text ?? '')?.[1]).filter((token) => token !== undefined)
    const token = tokens[count - 1]
    if (token !== undefined) return token
  }
}
