/** Beside this file, whether it runs from source or from the build, which gives it the other ending. */
export function programAt(name: string): URL {
  return new URL(`${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
}
