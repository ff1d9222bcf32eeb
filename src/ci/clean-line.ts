/** Anything that is not simply shown: control characters of both kinds, but for the tab. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controls = /[\0-\x08\x0a-\x1f\x7f-\x9f]/
// oxlint-disable-next-line no-control-regex -- the same, and whole sequences: ESC, a bracket, parameters, a letter
const sequences = /\x1b\[[\x20-\x3f]*[\x40-\x7e]|[\0-\x08\x0a-\x1f\x7f-\x9f]/g
// oxlint-disable-next-line no-control-regex -- colours, weights and the like
const colour = /^\x1b\[[\d;:]{0,64}m$/

/**
 * A line that does nothing to whoever looks at it, in a page or in a terminal. Colours stay. Other orders to the cursor go,
 * since nothing can come of them here. Any other control character is shown by its picture, so that nothing is joined
 * that was apart: what the masking of secrets has looked at stays what it is.
 */
export function cleanLine(line: string): string {
  return controls.test(line) ? line.replaceAll(sequences, inert) : line
}

function inert(sequence: string): string {
  if (sequence.length > 1) return colour.test(sequence) ? sequence : ''
  const code = sequence.charCodeAt(0)
  if (code === 0x7f) return '\u2421'
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd'
}

// oxlint-disable-next-line no-control-regex -- what `cleanLine` has left of them
const colours = /\x1b\[[\d;:]{0,64}m/g

/** A clean line as a reader would copy it. */
export function withoutColours(line: string): string {
  return line.includes('\x1b') ? line.replaceAll(colours, '') : line
}
