import { luhn } from '../checksums.ts'
import { allMatches, continuesWord, type Detector, digitsOf, standsAlone } from '../match.ts'

/** A card number in groups of four (Amex: 4-6-5) or without separators. */
const number =
  /(?:3[47]\d{2}[ -]?\d{6}[ -]?\d{5}|[2-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}|3\d{3}[ -]?\d{6}[ -]?\d{4})/g

/**
 * First digits and lengths of the networks' numbers; other numbers are order numbers that pass the check by
 * chance.
 */
const networks: readonly (readonly [RegExp, string])[] = [
  [/^4/, '13 16 19'],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, '16'],
  [/^3[47]/, '15'],
  [/^(?:6011|64[4-9]|65)/, '16 19'],
  [/^62/, '16 17 18 19'],
  [/^35(?:2[89]|[3-8])/, '16'],
  [/^3(?:0[0-5]|[68])/, '14'],
  [/^(?:50|5[6-8]|6[037])/, '16'],
]

const isOfNetwork = (digits: string): boolean =>
  networks.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(String(digits.length)))

export const card: Detector = {
  label: 'CARD',
  *find(text) {
    for (const { from, to, value } of allMatches(number, text)) {
      const digits = digitsOf(value)
      if (!isOfNetwork(digits) || !luhn(digits)) continue
      if (standsAlone(text, from, to) && !continuesWord(text, from)) yield { from, to }
    }
  },
  canonical: digitsOf,
}
