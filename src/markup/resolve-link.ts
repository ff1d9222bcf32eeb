import { escapePath } from '../core/escape-path.ts'
import type { Place } from './task.ts'

const nowhere = 'http://repository.invalid'
/** A file that was put into a text: asked for with the reader's own rights, wherever it is from. */
const attachment = /^\/[\w.-]+\/[\w.-]+\/attachments\/[\da-f-]{36}(?:\/[^/?#\\]*)?$/

/** How the pipelines of a repository stand: told to those alone who may read it. */
const badge = /^\/[\w.-]+\/[\w.-]+\/badge\.svg$/

/** A link of a document, as it has to be written on a page that shows the document somewhere else. */
export function resolveLink(href: string, place: Place | null, prefix: string): { href: string; outside: boolean } {
  if (href.startsWith('#')) return { href: nameIn(href, prefix), outside: false }
  if (attachment.test(href)) return { href, outside: false }
  if (isOutside(href)) return { href, outside: true }
  const target = insideOf(href, place)
  if (place === null || target === null) return { href, outside: true }
  // `#L10` is a line of a file; any other name is one that a document gave.
  const name = /^#L\d/.test(target.hash) ? target.hash : nameIn(target.hash, prefix)
  return { href: place.files + target.pathname.slice(1) + target.search + name, outside: false }
}

/** Null for a picture that is neither in the repository nor one of ours. */
export function resolvePicture(src: string, place: Place | null): string | null {
  if (attachment.test(src)) return src
  if (isOutside(src)) return badgeAt(src, place)
  const target = insideOf(src, place)
  return place === null || target === null ? null : place.pictures + target.pathname.slice(1)
}

/** By its whole address alone: without the host it would be the name of a file in the repository. */
function badgeAt(src: string, place: Place | null): string | null {
  if (!URL.canParse(src)) return null
  const { origin, pathname, search } = new URL(src)
  return origin === place?.home && badge.test(pathname) ? pathname + search : null
}

function isOutside(href: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(href.trim())
}

/** Relative to the document's folder, or to the root of the repository where it begins with a slash. */
function insideOf(href: string, place: Place | null): URL | null {
  if (place === null) return null
  const folder = escapePath(place.folder)
  const base = `${nowhere}/${folder === '' ? '' : `${folder}/`}`
  if (!URL.canParse(href, base)) return null
  const url = new URL(href, base)
  return url.origin === nowhere ? url : null
}

function nameIn(hash: string, prefix: string): string {
  // Whoever copied the address of a heading has the prefix already.
  return hash === '' || hash === '#' || hash.startsWith(`#${prefix}`) ? hash : `#${prefix}${hash.slice(1)}`
}
