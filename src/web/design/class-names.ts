import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'

const anyValue = [() => true]
/** Our own sizes and lengths; every other `text-` class is an alignment or a colour. */
const sizes = [
  'tiny',
  'small',
  'body',
  'heading',
  'title',
  'figure',
  (value: string) => /^\[[\d.]+px\]$/.test(value),
]
const width = ['', (value: string) => /^\d+$/.test(value)]

/** Prefixes that form a group with any value. */
const prefixes = [
  'bg w h size min-w max-w min-h max-h basis shrink rounded rounded-t rounded-r rounded-b rounded-l',
  'p px py pt pr pb pl m mx my mt mr mb ml gap gap-x gap-y inset inset-x inset-y top right bottom left z',
  'leading shadow opacity items justify self cursor select grid-cols animate accent whitespace line-clamp tracking',
  'overflow-x overflow-y from fill stroke scroll-mt pointer-events',
].flatMap((line) => line.split(' '))

const ofOneSide = (prefix: string, side: string) =>
  ['x', 'y', 't', 'r', 'b', 'l']
    .filter((single) => covers(side, single))
    .map((single) => `${prefix}${single}`)
const covers = (side: string, other: string) =>
  side === '' || (side === 'x' && 'rl'.includes(other)) || (side === 'y' && 'tb'.includes(other))

/** A class for several sides overrides the classes of single sides: `px` goes before an earlier `pl`. */
const bySide = Object.fromEntries(
  ['p', 'm', 'border-w-'].flatMap((prefix) =>
    ['', 'x', 'y'].map((side) => [`${prefix}${side}`, ofOneSide(prefix, side)]),
  ),
)

/**
 * Only the classes that callers of our components override: the default configuration of tailwind-merge would be 5 KB
 * of every page. The test beside this file compares both for every pair of classes in the sources.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...Object.fromEntries(prefixes.map((name) => [name, [{ [name]: anyValue }]])),
    shrink: [{ shrink: ['', ...anyValue] }],
    display: [
      'block',
      'inline-block',
      'inline',
      'flex',
      'inline-flex',
      'grid',
      'contents',
      'table',
      'hidden',
    ],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    overflow: [{ overflow: ['auto', 'hidden', 'visible'] }],
    flex: [{ flex: ['1', 'auto', 'none'] }],
    'flex-direction': [{ flex: ['row', 'col'] }],
    'flex-wrap': [{ flex: ['wrap', 'nowrap'] }],
    'font-size': [{ text: sizes }],
    'text-align': [{ text: ['left', 'center', 'right'] }],
    'text-color': [{ text: anyValue }],
    'font-weight': [{ font: ['normal', 'medium', 'semibold'] }],
    'font-family': [{ font: ['sans', 'mono'] }],
    'text-decoration': ['underline', 'no-underline', 'line-through'],
    break: [{ break: ['words', 'all'] }],
    'border-style': [{ border: ['dashed'] }],
    'border-w-': [{ border: width }],
    ...Object.fromEntries(
      ['x', 'y', 't', 'r', 'b', 'l'].flatMap((side) => [
        [`border-w-${side}`, [{ [`border-${side}`]: width }]],
        [`border-color-${side}`, [{ [`border-${side}`]: anyValue }]],
      ]),
    ),
    'border-color': [{ border: anyValue }],
  },
  conflictingClassGroups: {
    ...bySide,
    size: ['w', 'h'],
    gap: ['gap-x', 'gap-y'],
    inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
    'inset-x': ['right', 'left'],
    'inset-y': ['top', 'bottom'],
    overflow: ['overflow-x', 'overflow-y'],
    flex: ['basis', 'shrink'],
    rounded: ['rounded-t', 'rounded-r', 'rounded-b', 'rounded-l'],
    'font-size': ['leading'],
    'border-color': ofOneSide('border-color-', ''),
    'line-clamp': ['display', 'overflow'],
  },
  conflictingClassGroupModifiers: {},
  postfixLookupClassGroups: [],
  orderSensitiveModifiers: ['before', 'after', 'placeholder', 'file', 'marker', 'selection'],
}))

/** Joins classes; of two that set the same property the later one wins. */
export const classNames = (...values: ClassValue[]): string => merge(clsx(values))
