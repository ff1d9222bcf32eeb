/** Of a path. An expression would look through each run of slashes from each of them. */
export function withoutEndSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end--
  return path.slice(0, end)
}
