import { Composer, type CST, type Document, Lexer, Parser } from 'yaml'

/** So many, and others have their turn. */
const tokensAtOnce = 200
/** The reader calls itself for what lies inside; a pipeline is seven deep. */
const deepest = 40

const options = {
  version: '1.2',
  merge: false,
  // Looks at every key before for each key.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const

export interface YamlRules {
  readonly schema: 'core' | 'failsafe'
  /** Reading costs some microseconds for each: that, and not the size, says how long it takes. */
  readonly mostTokens: number
}

/** It is not read. */
export interface TooMuch {
  readonly of: 'parts' | 'depth'
  readonly at: number
}

/**
 * The documents of a text that somebody else wrote, the first two at most. Stops wherever others may have their turn: a few
 * kilobytes of YAML can take a reader seconds.
 */
export function* readYaml(
  text: string,
  { schema, mostTokens }: YamlRules,
): Generator<undefined, readonly Document[] | TooMuch> {
  const tokens = yield* tokenize(text, mostTokens)
  if (!Array.isArray(tokens)) return tokens
  yield
  const composer = new Composer({ ...options, schema })
  const documents: Document[] = []
  for (const [at, token] of tokens.entries()) {
    if (at % tokensAtOnce === tokensAtOnce - 1) yield
    documents.push(...composer.next(token))
    if (documents.length > 1) return documents
  }
  documents.push(...composer.end(true, text.length))
  return documents
}

function* tokenize(text: string, mostTokens: number): Generator<undefined, CST.Token[] | TooMuch> {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let count = 0
  for (const lexeme of new Lexer().lex(text)) {
    count += 1
    if (count % tokensAtOnce === 0) yield
    if (count > mostTokens) return { of: 'parts', at: parser.offset }
    if (parser.stack.length > deepest) return { of: 'depth', at: parser.offset }
    tokens.push(...parser.next(lexeme))
  }
  tokens.push(...parser.end())
  return tokens
}
