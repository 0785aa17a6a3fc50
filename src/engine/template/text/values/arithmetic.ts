import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { bitsOf, type Int, isZero, normalize, toDouble } from './numbers.ts'
import { Float } from './value.ts'

type Numeric = Int | Float

/** `a + b`, `a - b` and `a * b` on numbers; ints stay exact, one float makes the result a float. */
export function addNumbers(left: Numeric, right: Numeric, budget: Budget): Numeric {
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right
    if (Number.isSafeInteger(sum)) return sum
  }
  if (left instanceof Float || right instanceof Float) return new Float(toDouble(left) + toDouble(right))
  budget.integer(Math.max(bitsOf(left), bitsOf(right)) + 1)
  return normalize(BigInt(left) + BigInt(right))
}

export function subtractNumbers(left: Numeric, right: Numeric, budget: Budget): Numeric {
  return addNumbers(left, negate(right), budget)
}

export function multiplyNumbers(left: Numeric, right: Numeric, budget: Budget): Numeric {
  if (typeof left === 'number' && typeof right === 'number') {
    const product = left * right
    if (Number.isSafeInteger(product)) return product + 0
  }
  if (left instanceof Float || right instanceof Float) return new Float(toDouble(left) * toDouble(right))
  budget.integer(bitsOf(left) + bitsOf(right))
  return normalize(BigInt(left) * BigInt(right))
}

/** `a / b`: always a float. */
export function divideNumbers(left: Numeric, right: Numeric): Float {
  if (isZero(right)) fail('division by zero')
  return new Float(toDouble(left) / toDouble(right))
}

/** `a // b`: rounds towards minus infinity; an int when both are ints. */
export function floorDivide(left: Numeric, right: Numeric): Numeric {
  if (isZero(right)) fail('integer division or modulo by zero')
  if (left instanceof Float || right instanceof Float)
    return new Float(floorQuotient(toDouble(left), toDouble(right)))
  if (typeof left === 'number' && typeof right === 'number') {
    return (left - (((left % right) + right) % right)) / right + 0
  }
  const a = BigInt(left)
  const b = BigInt(right)
  const quotient = a / b
  return normalize(a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient)
}

/** `a % b`: takes the sign of `b`, as in Python. */
export function modulo(left: Numeric, right: Numeric): Numeric {
  if (isZero(right)) fail('integer division or modulo by zero')
  if (left instanceof Float || right instanceof Float)
    return new Float(floatModulo(toDouble(left), toDouble(right)))
  if (typeof left === 'number' && typeof right === 'number') {
    const rest = left % right
    return (rest !== 0 && rest < 0 !== right < 0 ? rest + right : rest) + 0
  }
  const b = BigInt(right)
  const rest = BigInt(left) % b
  return normalize(rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest)
}

/** `a ** b`: an int for ints with a non-negative exponent, otherwise a float. */
export function power(left: Numeric, right: Numeric, budget: Budget): Numeric {
  if (left instanceof Float || right instanceof Float || right < 0)
    return floatPower(toDouble(left), toDouble(right))
  if (left === 0 || left === 1) return isZero(right) ? 1 : left
  budget.integer(bitsOf(left) * Number(right))
  return normalize(BigInt(left) ** BigInt(right))
}

export function negate(value: Numeric): Numeric {
  if (value instanceof Float) return new Float(-value.value)
  return typeof value === 'bigint' ? normalize(-value) : 0 - value
}

function floatModulo(left: number, right: number): number {
  const rest = left % right
  if (rest === 0) return right < 0 ? -0 : 0
  return rest < 0 !== right < 0 ? rest + right : rest
}

function floorQuotient(left: number, right: number): number {
  const quotient = (left - floatModulo(left, right)) / right
  return quotient === 0 ? quotient : Math.floor(quotient + 0.5)
}

function floatPower(base: number, exponent: number): Float {
  if (base === 0 && exponent < 0) fail('0.0 cannot be raised to a negative power')
  if (base < 0 && Number.isFinite(exponent) && !Number.isInteger(exponent))
    fail('complex numbers are not supported')
  const result = base ** exponent
  if (!Number.isFinite(result) && Number.isFinite(base) && Number.isFinite(exponent))
    fail('number is too large')
  return new Float(base === 1 || exponent === 0 ? 1 : result)
}
