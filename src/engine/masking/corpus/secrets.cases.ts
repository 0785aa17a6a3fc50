import type { DetectorName } from '../detectors/index.ts'
import type { Seeded } from './seeded.cases.ts'

/** Values that a detector must find, with check digits that are worked out here and not by the detectors. */
export const secretMakers: Readonly<Record<Exclude<DetectorName, 'phone'>, (random: Seeded) => string>> = {
  email: (random) => {
    const local = random.pick([
      'ada',
      'j.smith',
      'maria+shop',
      'o_neil',
      'wei.zhang88',
      'müller',
      'иван',
      'info-2',
    ])
    const domain = random.pick(['example.org', 'mail.example.co.uk', 'firma.de', 'почта.рф', 'a-b.io'])
    return `${local}${random.digits(2)}@${domain}`
  },
  card: (random) => {
    const [prefix, length] = random.pick([
      ['4', 16],
      ['51', 16],
      ['2720', 16],
      ['37', 15],
      ['6011', 16],
      ['3528', 16],
      ['6212', 16],
    ] as const)
    const start = prefix + random.digits(length - prefix.length - 1)
    const number = start + luhnDigit(start)
    const separator = random.pick(['', ' ', '-'])
    const groups = length === 15 ? /^(.{4})(.{6})(.{5})$/ : /^(.{4})(.{4})(.{4})(.{4})$/
    return groups.exec(number)!.slice(1).join(separator)
  },
  iban: (random) => {
    const [country, pattern] = random.pick([
      ['DE', '##################'],
      ['FR', '####################AA#'],
      ['GB', 'AAAA##############'],
      ['NL', 'AAAA##########'],
      ['ES', '####################'],
      ['PL', '########################'],
      ['NO', '###########'],
      ['SA', '####################'],
    ] as const)
    const account = random.filled(pattern).replace(/A/g, () => random.from('BCDFGHJKLM', 1))
    const check = 98n - (BigInt(lettersAsNumbers(`${account}${country}00`)) % 97n)
    const whole = `${country}${String(check).padStart(2, '0')}${account}`
    return random.pick([whole, whole.replace(/(.{4})(?=.)/g, '$1 '), whole.toLowerCase()])
  },
  national_id: (random) => random.pick(nationalIds)(random),
  ip: (random) => {
    const octet = () => String(1 + random.below(254))
    const group = () => random.from('0123456789abcdef', 4)
    return random.pick([
      () => [octet(), octet(), octet(), octet()].join('.'),
      () => Array.from({ length: 8 }, group).join(':'),
      () => `2001:db8::${group()}:${group()}`,
    ])()
  },
  key: (random) => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
    const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    return random.pick([
      () => `sk-proj-${random.from(letters, 48)}`,
      () => `sk-ant-api03-${random.from(letters, 60)}`,
      () => `AKIA${random.from(upper, 16)}`,
      () => `ghp_${random.from(letters, 36)}`,
      () => `glpat-${random.from(letters, 20)}`,
      () => `xoxb-${random.digits(12)}-${random.from(letters, 24)}`,
      () => `AIza${random.from(letters, 35)}`,
      () => `hf_${random.from(letters, 34)}`,
      () => `sk_live_${random.from(letters, 24)}`,
      () => `eyJhbGciOiJIUzI1NiJ9.eyJ${random.from(letters, 40)}.${random.from(letters, 43)}`,
    ])()
  },
}

const upperLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const two = (value: number): string => String(value).padStart(2, '0')
const day = (random: Seeded): string => two(1 + random.below(28))
const month = (random: Seeded): string => two(1 + random.below(12))

const nationalIds: readonly ((random: Seeded) => string)[] = [
  // United States.
  (random) => `${100 + random.below(565)}-${two(1 + random.below(98))}-${random.filled('N###')}`,
  // United Kingdom.
  (random) => `${random.pick(['AB', 'CE', 'JN', 'SR'])}${random.digits(6)}${random.from('ABCD', 1)}`,
  // Spain.
  (random) => {
    const number = random.digits(8)
    return number + 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(number) % 23]
  },
  // Italy.
  (random) => {
    const letters = random.from(upperLetters, 6)
    const born = `${random.digits(2)}${random.from('ABCDEHLMPRST', 1)}${day(random)}`
    const start = `${letters}${born}${random.from(upperLetters, 1)}${random.digits(3)}`
    return start + fiscalLetter(start)
  },
  // France.
  (random) => {
    const start = `${random.pick(['1', '2'])}${random.digits(2)}${month(random)}${random.filled('75######')}`
    return `${start}${two(97 - Number(BigInt(start) % 97n))}`
  },
  // Germany: one of the first ten digits occurs twice, and one not at all.
  (random) => {
    const order = [...'1234567890'].map((digit) => [random.below(1_000_000), digit] as const)
    const digits = order.sort((a, b) => a[0] - b[0]).map(([, digit]) => digit)
    if (digits[0] === '0') digits.reverse()
    digits[9] = digits[4]!
    return digits.join('') + mod1110Digit(digits)
  },
  // Brazil.
  (random) => {
    const start = random.filled('N########')
    const digit = (digits: string) =>
      (([...digits].reduce((sum, digit, index) => sum + Number(digit) * (digits.length + 1 - index), 0) *
        10) %
        11) %
      10
    const first = `${start}${digit(start)}`
    const whole = `${first}${digit(first)}`
    return random.pick([whole, whole.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')])
  },
  // Poland.
  (random) => {
    const start = `${random.digits(2)}${month(random)}${day(random)}${random.digits(4)}`
    const weights = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]
    const sum = weights.reduce((total, weight, index) => total + weight * Number(start[index]), 0)
    return `${start}${(10 - (sum % 10)) % 10}`
  },
  // Sweden.
  (random) => {
    const [born, serial] = [`${random.digits(2)}${month(random)}${day(random)}`, random.digits(3)]
    return `${born}-${serial}${luhnDigit(born + serial)}`
  },
  // India.
  (random) => {
    const start = random.filled('N##########')
    const check = [...'0123456789'].find((digit) => isVerhoeff(start + digit))!
    return `${start}${check}`.replace(/(....)(....)(....)/, '$1 $2 $3')
  },
]

const lettersAsNumbers = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String(upperLetters.indexOf(letter) + 10))

function luhnDigit(start: string): number {
  const sum = [...start].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + Math.floor(value / 10) + (value % 10)
  }, 0)
  return (10 - (sum % 10)) % 10
}

function mod1110Digit(digits: readonly string[]): number {
  const product = digits.reduce((rest, digit) => (((rest + Number(digit)) % 10 || 10) * 2) % 11, 10)
  return (11 - product) % 10
}

function fiscalLetter(start: string): string {
  const odd = 'BAKPLCQDREVOSFTGUHMINJWZYX'
  const sum = [...start].reduce((total, character, index) => {
    const number = /\d/.test(character) ? Number(character) : upperLetters.indexOf(character)
    return total + (index % 2 === 0 ? odd.indexOf(upperLetters[number]!) : number)
  }, 0)
  return upperLetters[sum % 26]!
}

/** Dihedral group and permutation of Verhoeff's thesis, as tables. */
const product = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const permutations = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]
const isVerhoeff = (digits: string): boolean =>
  [...digits]
    .reverse()
    .reduce(
      (check, digit, index) => Number(product[check]![Number(permutations[index % 8]![Number(digit)])]),
      0,
    ) === 0
