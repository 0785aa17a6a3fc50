import { Refusal } from '../../refusal.ts'

/** Money is decimal text outside, and a whole number of 10^-12 inside. */
const PLACES = 12
const ONE = 10n ** BigInt(PLACES)

/**
 * A decimal text such as "0.00125" or "1e-7" as a whole number of 10^-12; finer digits are dropped.
 * @throws Refusal 'bad_request' for any other text.
 */
export function parseMoney(text: string): bigint {
  const match = /^\s*(-?)(\d{1,30})(?:\.(\d{1,60}))?(?:e([+-]?\d{1,2}))?\s*$/i.exec(text)
  if (!match)
    throw new Refusal('bad_request', `${JSON.stringify(text.slice(0, 50))} is not an amount of money`)
  const [, sign, whole, fraction = '', exponent = '0'] = match
  const digits = BigInt(`${whole}${fraction}`)
  const shift = PLACES - fraction.length + Number(exponent)
  const amount = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  return sign === '-' ? -amount : amount
}

/** The shortest decimal text, without an exponent. */
export function moneyText(amount: bigint): string {
  const [sign, value] = amount < 0n ? ['-', -amount] : ['', amount]
  const fraction = (value % ONE).toString().padStart(PLACES, '0').replace(/0+$/, '')
  return `${sign}${value / ONE}${fraction === '' ? '' : `.${fraction}`}`
}
