import { invalidField } from '../../core/errors.ts'

const most = 20
const longest = 35

/** Words as people search for them: small letters, digits and dashes; each once. */
export function parseTopics(words: readonly string[]): string {
  const topics = [...new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''))]
  if (topics.length > most) throw invalidField('topics', 'too_many', `must be at most ${most}`)
  const wrong = topics.find((topic) => topic.length > longest || !/^[a-z\d][a-z\d+.#-]*$/.test(topic))
  if (wrong !== undefined) {
    throw invalidField('topics', 'format', `must be words of letters, digits and dashes, up to ${longest} long`)
  }
  return topics.join(' ')
}
