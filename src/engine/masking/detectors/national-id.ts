import { isMod1110, luhn, remainder, verhoeff, weighted } from '../checksums.ts'
import { allMatches, continuesWord, type Detector, digitsOf, standsAlone } from '../match.ts'

interface Kind {
  readonly pattern: RegExp
  readonly isValid: (value: string) => boolean
}

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'

const kinds: readonly Kind[] = [
  // United States: social security number.
  {
    pattern: /\d{3}[- ]\d{2}[- ]\d{4}/g,
    isValid: (value) => !/^(?:000|666|9)|^...[- ]00|0000$/.test(value) && value[3] === value[6],
  },
  // United Kingdom: national insurance number.
  {
    pattern: /[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]/g,
    isValid: (value) => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(value),
  },
  // Spain: DNI and NIE.
  {
    pattern: /(?:\d{8}|[XYZ]\d{7})-?[A-HJ-NP-TV-Z]/g,
    isValid: (value) => {
      const digits = digitsOf(value.replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter))))
      return spanishLetters[remainder(digits, 23)] === value.at(-1)
    },
  },
  // Italy: codice fiscale.
  { pattern: /[A-Z]{6}\d{2}[A-EHLMPR-T]\d{2}[A-Z]\d{3}[A-Z]/g, isValid: isCodiceFiscale },
  // France: numéro de sécurité sociale.
  {
    pattern: /[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}/g,
    isValid: (value) => {
      const digits = value.replaceAll(' ', '').replace('2A', '19').replace('2B', '18')
      return 97 - remainder(digits.slice(0, 13), 97) === Number(digits.slice(13))
    },
  },
  // Germany: Steuer-Identifikationsnummer. One digit occurs two or three times among the first ten.
  {
    pattern: /[1-9]\d ?\d{3} ?\d{3} ?\d{3}/g,
    isValid: (value) => {
      const digits = digitsOf(value)
      const distinct = new Set(digits.slice(0, 10)).size
      return (distinct === 9 || distinct === 8) && isMod1110(digits)
    },
  },
  // Brazil: CPF.
  { pattern: /\d{3}\.?\d{3}\.?\d{3}-?\d{2}/g, isValid: (value) => isCpf(digitsOf(value)) },
  // Poland: PESEL, which begins with a date.
  {
    pattern: /\d{2}[02468]\d[0-3]\d{6}|\d{2}[13579][0-2][0-3]\d{6}/g,
    isValid: (value) =>
      isDay(value.slice(4, 6)) && weighted(value, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
  },
  // Sweden: personnummer.
  {
    pattern: /(?:19|20)?\d{2}(?:0[1-9]|1[0-2])[0-3]\d[-+]\d{4}/g,
    isValid: (value) => {
      const digits = digitsOf(value).slice(-10)
      return isDay(digits.slice(4, 6)) && luhn(digits)
    },
  },
  // India: Aadhaar, written in groups.
  { pattern: /[2-9]\d{3}[ -]\d{4}[ -]\d{4}/g, isValid: (value) => verhoeff(digitsOf(value)) },
]

export const nationalId: Detector = {
  label: 'NATIONAL_ID',
  *find(text) {
    for (const { pattern, isValid } of kinds)
      for (const { from, to, value } of allMatches(pattern, text))
        if (standsAlone(text, from, to) && !continuesWord(text, from) && isValid(value)) yield { from, to }
  },
  canonical: (value) => value.replace(/[^A-Za-z0-9]/g, '').toUpperCase(),
}

const isDay = (digits: string): boolean => Number(digits) >= 1 && Number(digits) <= 31

function isCpf(digits: string): boolean {
  if (/^(\d)\1*$/.test(digits)) return false
  return [9, 10].every((count) => {
    const weights = Array.from({ length: count }, (_, index) => count + 1 - index)
    return ((weighted(digits, weights) * 10) % 11) % 10 === Number(digits[count])
  })
}

/** Values of the characters at odd places, from the decree of 1976. */
const oddValues = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

function isCodiceFiscale(value: string): boolean {
  let sum = 0
  for (let index = 0; index < 15; index++) {
    const code = value.charCodeAt(index)
    const number = code < 65 ? code - 48 : code - 65
    sum += index % 2 === 0 ? oddValues[number]! : number
  }
  return value.charCodeAt(15) - 65 === sum % 26
}
