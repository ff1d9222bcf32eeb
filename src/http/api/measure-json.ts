import { malformed } from '../../core/errors.ts'

/** Deeper than any body of ours, and shallow enough that reading a mebibyte of brackets blocks nobody. */
const deepest = 64
/** More than any body of ours: large ones are long texts. A mebibyte of the smallest values would take a blink to read. */
const mostValues = 10_000

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const letterU = 0x75
const openBrace = 0x7b
const openBracket = 0x5b
const closeBrace = 0x7d
const closeBracket = 0x5d

export interface JsonMeasure {
  /** In all objects together, if it is valid. */
  readonly keys: number
  /** Whether a text spells characters by their numbers. */
  readonly hasEscapes: boolean
}

/** Looks over bytes before they are read as JSON, and refuses those that would take too long, valid or not. */
export function measureJson(bytes: Uint8Array): JsonMeasure {
  let depth = 0
  let values = 1
  let keys = 0
  let hasEscapes = false
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) inText = !inText
    else if (inText) {
      if (byte === backslash && bytes[++at] === letterU) hasEscapes = true
    } else if (byte === comma) values++
    else if (byte === colon) keys++
    else if (byte === openBrace || byte === openBracket) {
      values++
      if (++depth > deepest) throw malformed(`The body is nested more than ${deepest} levels deep`)
    } else if (byte === closeBrace || byte === closeBracket) depth--
    if (values > mostValues) throw malformed(`The body holds more than ${mostValues} values`)
  }
  return { keys, hasEscapes }
}
