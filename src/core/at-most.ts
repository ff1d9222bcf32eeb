/** So many entries for an `LRUCache`, which would make room for all of them at once if it were told so by `max`. */
export function atMost(entries: number): { readonly maxSize: number; readonly sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
