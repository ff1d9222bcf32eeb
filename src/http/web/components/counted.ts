/** `1 issue`, `2,000 issues`; `many` where it is more than an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
