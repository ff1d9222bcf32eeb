const prefix = 'user-content-'

/**
 * `#install`, as an address from elsewhere names a part of a document. Here such names have a prefix, so that what people
 * wrote never stands in for a part of the page.
 */
export function enhanceNamedParts(): void {
  follow()
  addEventListener('hashchange', follow)
}

function follow(): void {
  const name = location.hash.slice(1)
  if (name === '' || find(name) !== null || find(prefix + name) === null) return
  location.replace(`#${prefix}${name}`)
}

/** A name in other letters than ours is written either way in an address. */
function find(name: string): HTMLElement | null {
  return document.getElementById(name) ?? document.getElementById(decode(name))
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
