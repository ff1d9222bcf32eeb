/** In bytes: one file that is attached to a text. */
export const largestAttachment = 25 * 1024 * 1024
