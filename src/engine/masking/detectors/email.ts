import type { Detector, Match } from '../match.ts'

const localCharacter = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]/u
const maxLocalLength = 64
/** The sign of an e-mail address, also as URLs, JSON and HTML write it. */
const atSign = /@|%40|\\u0040|&#(?:64|x40);/gi
/** Beside an encoded sign, all other characters belong to the text around the address. */
const encodedCharacter = /[\p{L}\p{N}._~%+-]/u
/** Dots must separate labels, and the last label is letters. */
const domain =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:xn--[A-Za-z0-9]{2,59}|\p{L}{2,24})/uy
/** Starts of a local part that belong to the text around it. */
const leading = /^[.'!#$%&*+/=?^`{|}~-]+/
/** The part before the last of these characters is a key or path; it is masked, but is no part of the person's address. */
const beforeAddress = /^.*(?:[!#$&*/=?^`{|}]|%(?:2f|3d|26|3f))(?=[^@]+@)/

export const email: Detector = {
  label: 'EMAIL',
  *find(text) {
    for (const { index, 0: sign } of text.matchAll(atSign)) {
      const match = addressAround(text, index, sign)
      if (match) yield match
    }
  },
  canonical: (value) =>
    value.replace(atSign, '@').replaceAll(/%2b/gi, '+').toLowerCase().replace(beforeAddress, ''),
}

function addressAround(text: string, offset: number, sign: string): Match | null {
  const character = sign === '@' ? localCharacter : encodedCharacter
  domain.lastIndex = offset + sign.length
  const end = domain.exec(text)
  if (!end) return null
  let from = offset
  while (from > 0 && offset - from < maxLocalLength && character.test(characterBefore(text, from)))
    from -= characterBefore(text, from).length
  from += leading.exec(text.slice(from, offset))?.[0].length ?? 0
  return from === offset ? null : { from, to: offset + sign.length + end[0].length }
}

function characterBefore(text: string, offset: number): string {
  const code = text.charCodeAt(offset - 1)
  const isLowSurrogate = code >= 0xdc00 && code <= 0xdfff
  return text.slice(Math.max(0, offset - (isLowSurrogate ? 2 : 1)), offset)
}
