/** Spaces, characters that no reader ever sees, and the pattern of no dots: a link or a button of them cannot be found. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Whether there is nothing to see of a text. */
export function isBlank(text: string): boolean {
  return unseen.test(text)
}
