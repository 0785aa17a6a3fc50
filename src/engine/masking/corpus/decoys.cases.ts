import type { Seeded } from './seeded.cases.ts'

const hex = '0123456789abcdef'
const two = (value: number): string => String(value).padStart(2, '0')

/** Values of everyday texts that look like secrets and are none. */
export const decoyMakers: readonly ((random: Seeded) => string)[] = [
  (random) => `${2015 + random.below(20)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`,
  (random) => `${two(1 + random.below(28))}.${two(1 + random.below(12))}.${2015 + random.below(20)}`,
  (random) => `${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}`,
  (random) => `${random.digits(3)},${random.digits(3)}.${random.digits(2)}`,
  (random) => `${1 + random.below(9)} ${random.digits(3)},${random.digits(2)} €`,
  (random) => `#${random.filled('N#####')}`,
  (random) => `A-${random.filled('N#######')}`,
  (random) => random.filled('N#######'),
  (random) => `v${random.below(20)}.${random.below(20)}.${random.below(300)}`,
  (random) => `version ${random.below(20)}.${random.below(20)}.${random.below(30)}.${random.below(90)}`,
  (random) => [8, 4, 4, 4, 12].map((count) => random.from(hex, count)).join('-'),
  (random) => random.from(hex, 40),
  (random) => `48.${random.digits(6)}, 11.${random.digits(6)}`,
  (random) => `978-3-16-${random.digits(6)}-${random.digits(1)}`,
  (random) => `1${random.digits(12)}`,
  (random) => `@user${random.digits(3)}`,
  (random) => `std::vec::Vec${random.digits(1)}`,
  (random) => `${random.digits(2)} x ${random.digits(2)} cm`,
  (random) => `${random.below(100)}.${random.digits(1)} %`,
  // A card and an account whose check digits are wrong, an address beyond 255, and one without a domain.
  (random) => `4000 0000 0000 000${random.pick(['0', '1', '3', '4'])}`,
  (random) => `DE00 ${random.filled('#### #### #### #### ##')}`,
  (random) => `${256 + random.below(700)}.${random.below(256)}.${random.below(256)}.${random.below(256)}`,
  (random) => `${random.pick(['root', 'deploy'])}@localhost`,
  // A hardware address, a tracking number, an invoice, a year and a serial number, a range, a fraction, a span of years.
  (random) => Array.from({ length: 6 }, () => random.from(hex, 2)).join(':'),
  (random) => `1Z${random.from('ABCDEFGHJK', 2)}${random.digits(14)}`,
  (random) => `${2015 + random.below(20)}/${random.digits(6)}`,
  (random) => `SN${random.digits(9)}X`,
  (random) => `${random.filled('N##')}-${random.filled('N##')}`,
  (random) => `0.${random.digits(12)}`,
  (random) => `${1950 + random.below(50)}-${2000 + random.below(30)}`,
  (random) => `${random.filled('N ### ###')},${random.digits(2)}`,
  (random) => `17${random.digits(8)}`,
  (random) => `sk-${random.from(hex, 6)}`,
  (random) => `10.${random.digits(4)}/${random.from('abcdefgh', 5)}.${random.digits(4)}`,
]
