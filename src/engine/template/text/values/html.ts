import type { Budget } from '../budget.ts'
import { str } from './repr.ts'
import { Markup, Undefined, type Value } from './value.ts'

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ["'", '&#39;'],
  ['"', '&#34;'],
])

/** Escapes the five HTML characters. */
export function escapeText(text: string, budget: Budget): string {
  budget.text(text.length)
  const out = text.replace(/[&<>'"]/g, (char) => ENTITIES.get(char) ?? char)
  budget.text(out.length)
  return out
}

/** `markupsafe.escape`: text that is already escaped stays as it is. */
export function escapeValue(value: Value, budget: Budget): string {
  if (value instanceof Markup) return value.text
  return value instanceof Undefined ? '' : escapeText(str(value, budget), budget)
}
