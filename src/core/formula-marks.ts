/** `"$"`, `($)`, `/$/`: what stands in a pair of those is the sign itself. */
const alone = String.raw`(?<=["'“‘/(\[]\$)["'”’/)\]]`

/**
 * `$x$`. A dollar sign is mostly money or the name of a variable: what opens a formula has no blank after it and no word
 * before it, what closes it is the very next one, without a blank before it and without what begins a name after it.
 * Nothing that can be code is inside. No part of it matches in two ways, so that each sign is looked at once.
 */
const inline = String.raw`(?<![\w$\\])\$(?![\s$]|${alone})((?:\\[\s\S]|[^$\`\\])+)(?<!\s)\$(?![\w$({]|\.\w|${alone})`

/** `$$x$$`, which may have blanks at its ends. */
const display = String.raw`(?<![$\\])\$\$(?!\$)((?:\\[\s\S]|[^$\`\\]|\$(?!\$))+)\$\$(?!\$)`

/** To be tried at one place. */
export const inlineFormula = new RegExp(inline, 'y')
export const displayFormula = new RegExp(display, 'y')

const anyFormula = new RegExp(`${display}|${inline}`, 'g')

/** One line without them: what goes on in the next one may as well be two prices. */
export function withoutFormulas(line: string): string {
  return line.includes('$') ? line.replaceAll(anyFormula, ' ') : line
}
