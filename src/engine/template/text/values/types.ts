import {
  Dict,
  DictView,
  Float,
  Lazy,
  Markup,
  Range,
  TemplateObject,
  Tuple,
  Undefined,
  type Value,
} from './value.ts'

/** The Python type name, for error messages. */
export function typeName(value: Value): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number' || typeof value === 'bigint') return 'int'
  if (typeof value === 'string') return 'str'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Float) return 'float'
  if (value instanceof Tuple) return 'tuple'
  if (value instanceof Markup) return 'Markup'
  if (value instanceof Dict) return 'dict'
  if (value instanceof Undefined) return 'Undefined'
  if (value instanceof Range) return 'range'
  if (value instanceof DictView) return `dict_${value.part}`
  if (value instanceof Lazy) return 'generator'
  return value.typeName
}

/** The text of a string or Markup; undefined for anything else. */
export function textOf(value: Value): string | undefined {
  if (typeof value === 'string') return value
  return value instanceof Markup ? value.text : undefined
}

/** `bool(value)`: empty text, collections, zero, None and undefined are false. */
export function truthy(value: Value): boolean {
  switch (typeof value) {
    case 'boolean':
      return value
    case 'string':
      return value !== ''
    case 'number':
      return value !== 0
    case 'bigint':
      return value !== 0n
  }
  if (value === null || value instanceof Undefined) return false
  if (Array.isArray(value)) return value.length > 0
  if (value instanceof Float) return value.value !== 0
  if (value instanceof Tuple) return value.items.length > 0
  if (value instanceof Dict) return value.size > 0
  if (value instanceof Markup) return value.text !== ''
  if (value instanceof Range) return value.length > 0
  if (value instanceof DictView) return value.dict.size > 0
  return true
}

/** `callable(value)`. */
export function isCallable(value: Value): boolean {
  return (value instanceof TemplateObject && value.callable) || value instanceof Undefined
}
