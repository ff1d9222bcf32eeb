const endings = /\.(md|markdown|mdown|mkd)$/i

/** By its name. */
export function isMarkdown(name: string): boolean {
  return endings.test(name)
}
