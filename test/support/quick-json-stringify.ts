// fast-json-stringify makes a function of a schema, which takes a while: the servers of one test process share them.
import fastJson from 'fast-json-stringify'

type Write = (value: object) => string

const made = new Map<string, Write>()

// oxlint-disable-next-line import/no-default-export -- in the place of a library that has one
export default function fastJsonOnce(schema: Parameters<typeof fastJson>[0]): Write {
  const key = JSON.stringify(schema)
  const write = made.get(key) ?? fastJson(schema)
  made.set(key, write)
  return write
}
