/** For an address: what separates folders stays. */
export function escapePath(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')
}
