import type { Json } from '../json.ts'
import { isList, isObject, toBoolean, toExactNumber, toJson, toText } from '../values/coercions.ts'

type Arguments = Readonly<Record<string, Json>>

/**
 * Arguments as the input schema of a tool wants them: JSON text becomes what it says where an object,
 * a list, a number or a truth is wanted, and text where text is. What fits no way stays as it is, and
 * the tool says so.
 */
export function fitArguments(found: Arguments, schema: Json): Arguments {
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {}
  return Object.fromEntries(
    Object.entries(found).map(([name, argument]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, fit(argument, isObject(property) ? property['type'] : undefined)]
    }),
  )
}

/** What the schema of a tool requires and nothing was found for. */
export function missingArguments(found: Arguments, schema: Json): readonly string[] {
  const required = isObject(schema) && isList(schema['required']) ? schema['required'] : []
  return required.filter((name): name is string => typeof name === 'string' && !Object.hasOwn(found, name))
}

function fit(argument: Json, type: Json | undefined): Json {
  if (type === 'string') return toText(argument)
  if (type === 'number' || type === 'integer') return toExactNumber(argument) ?? argument
  if (type === 'boolean') return toBoolean(argument) ?? argument
  if (type !== 'object' && type !== 'array') return argument
  const read = toJson(argument)
  if (read === undefined) return argument
  return (type === 'array' ? isList(read) : isObject(read)) ? read : argument
}
