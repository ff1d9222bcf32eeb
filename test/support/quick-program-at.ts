// Threads of services inside a test run from the build, where each is one file: from source Node would read hundreds of
// them, and take the types out of each, for every thread. `built.ts` has seen to it that the build is what the source is.
export function programAt(name: string): URL {
  return new URL(`../../dist/${name}.js`, import.meta.url)
}
