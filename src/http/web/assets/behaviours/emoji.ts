import { signs } from '../../../../core/emoji.ts'

/** For `:ta`: those that begin so, then those that hold it. */
export function findSigns(begun: string): readonly { text: string; note: string }[] {
  const word = begun.slice(1).toLowerCase()
  const first = signs.filter(([name]) => name.startsWith(word))
  const others = signs.filter(([name]) => !name.startsWith(word) && name.includes(word))
  return [...first, ...others].slice(0, 8).map(([name, sign]) => ({ text: sign, note: name }))
}
