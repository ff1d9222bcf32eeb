import { invalidField } from '../../core/errors.ts'
import { commonPasswords, commonStems } from './leaked-passwords.ts'
import { normalPassword } from './password-hasher.ts'

const shortest = 10
const longest = 1024

/** Long enough, and not what everybody tries first. No rules about kinds of characters: they make passwords worse. */
export function checkNewPassword(typed: string, about: { readonly username: string; readonly email: string }): void {
  const password = normalPassword(typed)
  if ([...password].length < shortest) throw weak('too_short', `must be at least ${shortest} characters`)
  if (typed.length > longest) throw weak('too_long', `must be at most ${longest} characters`)
  const plain = password.toLowerCase()
  const stem = plain.replace(/\d+$/, '')
  const own = [about.username, about.email, about.email.split('@')[0] ?? ''].map((text) => text.toLowerCase())
  if (own.some((text) => text !== '' && (plain === text || stem === text || isMadeOf(plain, text)))) {
    throw weak('too_common', 'must not be made of your name or e-mail address')
  }
  if (new Set(plain).size < 4 || isRun(plain) || commonPasswords.has(plain) || commonStems.has(stem)) {
    throw weak('too_common', 'is one that everybody tries first')
  }
}

/** The same word over and over, with whatever digits and signs between: adaADA2024! */
function isMadeOf(plain: string, word: string): boolean {
  const letters = lettersOf(plain)
  return lettersOf(word).length > 2 && letters !== '' && letters.replaceAll(lettersOf(word), '') === ''
}

function lettersOf(text: string): string {
  return text.replaceAll(/\P{L}/gu, '')
}

/** 0123456789, abcdefghij, and backwards. */
function isRun(plain: string): boolean {
  const codes = [...plain].map((char) => char.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

function weak(code: string, message: string): Error {
  return invalidField('password', code, message)
}
