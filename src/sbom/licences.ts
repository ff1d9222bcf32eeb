import * as Models from '@cyclonedx/cyclonedx-library/Models'
import * as SPDX from '@cyclonedx/cyclonedx-library/SPDX'

const mostWords = 50

/** An id of SPDX, an expression of such ids, or just what somebody called it. */
export function licenceOf(text: string): Models.License {
  const id = SPDX.fixupSpdxId(text)
  if (id !== undefined) return new Models.SpdxLicense(id)
  return isExpression(text) ? new Models.LicenseExpression(text) : new Models.NamedLicense(text)
}

/** `(MIT OR Apache-2.0) AND BSD-3-Clause`: ids and words between them by turns, and brackets that close. */
function isExpression(text: string): boolean {
  const words = text.replaceAll(/[()]/g, ' $& ').trim().split(/\s+/)
  if (words.length > mostWords) return false
  let depth = 0
  let wantsId = true
  for (const word of words) {
    if (word === '(' && wantsId) depth += 1
    else if (word === ')' && !wantsId && depth > 0) depth -= 1
    else if (wantsId && SPDX.isSupportedSpdxId(word)) wantsId = false
    else if (!wantsId && (word === 'AND' || word === 'OR')) wantsId = true
    else return false
  }
  return depth === 0 && !wantsId
}
