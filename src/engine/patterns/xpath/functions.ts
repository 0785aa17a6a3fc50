import { PatternBudgetError, PatternError } from '../pattern-error.ts'
import { qualifiedName, textOf, type XmlNode } from '../xml/tree.ts'
import type { XPathBudget } from './budget.ts'
import { isNodes, toBoolean, toNumber, toText, type XPathValue } from './values.ts'

/** Context node, position and size of an evaluation. */
export interface Context {
  readonly node: XmlNode
  readonly position: number
  readonly size: number
  readonly budget: XPathBudget
}

interface Definition {
  readonly minArguments: number
  readonly maxArguments: number
  readonly call: (values: readonly XPathValue[], context: Context) => XPathValue
}

const MAX_TEXT = 10_000_000

const textAt = (values: readonly XPathValue[], index: number, context: Context): string => {
  const value = values[index]
  const content = value === undefined ? textOf(context.node) : toText(value)
  context.budget.step(1 + content.length / 50)
  return content
}

const node = (values: readonly XPathValue[], context: Context): XmlNode | undefined => {
  const value = values[0]
  if (value === undefined) return context.node
  return isNodes(value) ? value[0] : undefined
}

const define = (minArguments: number, maxArguments: number, call: Definition['call']): Definition => ({
  minArguments,
  maxArguments,
  call,
})

const functions: ReadonlyMap<string, Definition> = new Map([
  ['last', define(0, 0, (_, context) => context.size)],
  ['position', define(0, 0, (_, context) => context.position)],
  ['count', define(1, 1, ([nodes]) => (isNodes(nodes!) ? nodes.length : Number.NaN))],
  ['local-name', define(0, 1, (values, context) => node(values, context)?.local ?? '')],
  ['namespace-uri', define(0, 1, (values, context) => node(values, context)?.namespace ?? '')],
  [
    'name',
    define(0, 1, (values, context) => {
      const first = node(values, context)
      return first === undefined ? '' : qualifiedName(first)
    }),
  ],
  ['string', define(0, 1, (values, context) => textAt(values, 0, context))],
  [
    'concat',
    define(2, 100, (values, context) => {
      let joined = ''
      for (let index = 0; index < values.length; index++) joined += textAt(values, index, context)
      if (joined.length > MAX_TEXT) throw new PatternBudgetError('builds more text than allowed')
      return joined
    }),
  ],
  [
    'starts-with',
    define(2, 2, (values, context) => textAt(values, 0, context).startsWith(textAt(values, 1, context))),
  ],
  [
    'contains',
    define(2, 2, (values, context) => textAt(values, 0, context).includes(textAt(values, 1, context))),
  ],
  [
    'substring-before',
    define(2, 2, (values, context) => {
      const whole = textAt(values, 0, context)
      const index = whole.indexOf(textAt(values, 1, context))
      return index < 0 ? '' : whole.slice(0, index)
    }),
  ],
  [
    'substring-after',
    define(2, 2, (values, context) => {
      const whole = textAt(values, 0, context)
      const part = textAt(values, 1, context)
      const index = whole.indexOf(part)
      return index < 0 ? '' : whole.slice(index + part.length)
    }),
  ],
  ['substring', define(2, 3, substring)],
  ['string-length', define(0, 1, (values, context) => [...textAt(values, 0, context)].length)],
  ['normalize-space', define(0, 1, (values, context) => normalizeSpace(textAt(values, 0, context)))],
  [
    'translate',
    define(3, 3, (values, context) =>
      translate(textAt(values, 0, context), textAt(values, 1, context), textAt(values, 2, context)),
    ),
  ],
  ['boolean', define(1, 1, ([value]) => toBoolean(value!))],
  ['not', define(1, 1, ([value]) => !toBoolean(value!))],
  ['true', define(0, 0, () => true)],
  ['false', define(0, 0, () => false)],
  ['number', define(0, 1, ([value], context) => toNumber(value ?? textOf(context.node)))],
  [
    'sum',
    define(1, 1, ([nodes], context) => {
      if (!isNodes(nodes!)) return Number.NaN
      context.budget.step(nodes.length)
      return nodes.reduce((total, item) => total + toNumber(textOf(item)), 0)
    }),
  ],
  ['floor', define(1, 1, ([value]) => Math.floor(toNumber(value!)))],
  ['ceiling', define(1, 1, ([value]) => Math.ceil(toNumber(value!)))],
  ['round', define(1, 1, ([value]) => Math.round(toNumber(value!)))],
])

/** Throws PatternError for an unknown function or a wrong number of arguments. */
export function checkCall(name: string, count: number): void {
  const definition = functions.get(name)
  if (definition === undefined) throw new PatternError(`calls the unknown function ${name}()`)
  if (count < definition.minArguments || count > definition.maxArguments) {
    throw new PatternError(`calls ${name}() with the wrong number of arguments`)
  }
}

export function callFunction(name: string, values: readonly XPathValue[], context: Context): XPathValue {
  return functions.get(name)!.call(values, context)
}

function substring(values: readonly XPathValue[], context: Context): string {
  const characters = [...textAt(values, 0, context)]
  const from = Math.round(toNumber(values[1]!))
  const until = values[2] === undefined ? Number.POSITIVE_INFINITY : from + Math.round(toNumber(values[2]))
  return characters.filter((_, index) => index + 1 >= from && index + 1 < until).join('')
}

function normalizeSpace(whole: string): string {
  return whole
    .split(/[ \t\n\r]/)
    .filter((word) => word !== '')
    .join(' ')
}

function translate(whole: string, from: string, to: string): string {
  const targets = [...to]
  const table = new Map<string, string>()
  for (const [index, character] of [...from].entries()) {
    if (!table.has(character)) table.set(character, targets[index] ?? '')
  }
  return [...whole].map((character) => table.get(character) ?? character).join('')
}
