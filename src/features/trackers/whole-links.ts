/** Code is left as it is; else a link in Markdown or HTML that begins at the root there, or goes up from the page. */
const codeOrLink =
  /(```[^]*?```|~~~[^]*?~~~|`[^`\n]*`)|(\]\([ \t]*<?|^[ ]{0,3}\[[^\]\n]{1,200}\]:[ \t]*<?|\b(?:src|href)=["'])((?:\/(?!\/)|\.\.\/)[^\s"'<>()]*)/gm

export interface Page {
  /** Of the page that a text stood on. */
  readonly url: string
  /** Where a path leads that begins at the root of that server. */
  readonly addressOfPath: (path: string) => string
}

/** Nobody writes more of them; each can become as long as an address may be. */
const mostLinks = 1000

/** A text whose links lead where they led: as they stand they would be those of files here, and lead nowhere. */
export function wholeLinks(text: string, { url, addressOfPath }: Page): string {
  let links = 0
  return text.replaceAll(codeOrLink, (all, code: string | undefined, before: string, link: string) => {
    if (code !== undefined || ++links > mostLinks) return all
    return `${before}${link.startsWith('/') ? addressOfPath(link) : (URL.parse(link, url)?.href ?? link)}`
  })
}
