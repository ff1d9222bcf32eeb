import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Compile } from 'typebox/schema'

/** The published schema of CycloneDX 1.6, from the library that carries it; what it says is wrong with a document. */
export function cyclonedxErrors(): (document: unknown) => readonly string[] {
  const library = createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')
  const folder = join(dirname(library), 'res/schema')
  const read = (name: string): string => readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8')
  // The other files that it refers to are put into it: licences as they are, signatures (which we make none of) away.
  const text = read('bom-1.6')
    .replace('"spdx.SNAPSHOT.schema.json"', '"#/definitions/spdx"')
    .replace('"jsf-0.82.SNAPSHOT.schema.json#/definitions/signature"', '"#/definitions/none"')
    .replace('"definitions": {', `"definitions": { "spdx": ${read('spdx')}, "none": {},`)
  const { $id: _id, ...schema } = JSON.parse(text.replace(/"\$id": "http:\/\/cyclonedx.org\/schema\/spdx[^"]*",/, ''))
  const validator = Compile(schema)
  return (document) => {
    const [ok, errors] = validator.Errors(document)
    return ok ? [] : errors.map((error) => JSON.stringify(error).slice(0, 500))
  }
}
