import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { WebAuthn } from './webauthn.ts'

it('a program that could not be read once is read the next time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'webauthn-'))
  const program = join(folder, 'ceremonies.mjs')
  const webauthn = new WebAuthn(pathToFileURL(program))
  const creation = { id: '', clientDataJSON: '', attestationObject: '', transports: [] }
  const expected = { isChallenge: () => true, origin: '', rpId: '', userVerified: false }
  try {
    await expect(webauthn.verifyCreation(creation, expected)).rejects.toThrow('ceremonies.mjs')
    await writeFile(program, `export const ceremonies = { verifyCreation: async () => ({ refused: 'read' }) }`)
    expect(await webauthn.verifyCreation(creation, expected)).toEqual({ refused: 'read' })
  } finally {
    await rm(folder, { recursive: true })
  }
})
