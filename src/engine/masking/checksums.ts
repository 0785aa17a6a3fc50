/** Luhn's check of a text of digits. */
export function luhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** The remainder of a number of any length. */
export function remainder(digits: string, divisor: number): number {
  let remainderSoFar = 0
  for (const digit of digits) remainderSoFar = (remainderSoFar * 10 + Number(digit)) % divisor
  return remainderSoFar
}

export const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)

/** ISO 7064 mod 11,10, of the German tax number. */
export function isMod1110(digits: string): boolean {
  let product = 10
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === Number(digits.at(-1))
}

const dihedral = (a: number, b: number): number => {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5)
  return b < 5 ? 5 + ((a - b + 5) % 5) : (a - b + 5) % 5
}
const permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

/** Verhoeff's check, of the Indian Aadhaar number. */
export function verhoeff(digits: string): boolean {
  let check = 0
  for (let index = 0; index < digits.length; index++) {
    let value = Number(digits[digits.length - 1 - index])
    for (let times = 0; times < index % 8; times++) value = permutation[value]!
    check = dihedral(check, value)
  }
  return check === 0
}
