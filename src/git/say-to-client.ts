/** A packet may have 65,520 bytes; nothing that is said after a push comes near that, a line each. */
const longestLine = 1000
const bothEnd = Buffer.from('00000000')

/**
 * Git's last words to a client that pushed, with lines of ours in them, which it shows as `remote: …`. Only where the
 * report travels in a side band, beside which there is room for words: it ends then, and the band after it.
 */
export function sayToClient(report: Buffer, lines: readonly string[]): Buffer {
  if (lines.length === 0 || !report.subarray(-bothEnd.length).equals(bothEnd)) return report
  const words = ['', ...lines, ''].map((line) => packet(`${line.slice(0, longestLine)}\n`))
  const end = report.length - bothEnd.length / 2
  return Buffer.concat([report.subarray(0, end), ...words, report.subarray(end)])
}

function packet(text: string): Buffer {
  const body = Buffer.from(`\u0002${text}`)
  return Buffer.concat([Buffer.from((body.length + 4).toString(16).padStart(4, '0')), body])
}
