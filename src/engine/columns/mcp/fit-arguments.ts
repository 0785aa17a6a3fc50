import type { Json } from '../../json/json.ts'
import { isList, isObject, toBoolean, toExactNumber, toJson, toText } from '../values/coercions.ts'

type Arguments = Readonly<Record<string, Json>>

/**
 * Converts arguments to the types of a tool's input schema: JSON text to an object, list, number or boolean, and
 * values to text. An argument that cannot be converted is unchanged; the tool then reports the error.
 */
export function fitArguments(values: Arguments, schema: Json): Arguments {
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {}
  return Object.fromEntries(
    Object.entries(values).map(([name, argument]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, fit(argument, isObject(property) ? property['type'] : undefined)]
    }),
  )
}

/** Required arguments of the schema that are missing. */
export function missingArguments(values: Arguments, schema: Json): readonly string[] {
  const required = isObject(schema) && isList(schema['required']) ? schema['required'] : []
  return required.filter((name): name is string => typeof name === 'string' && !Object.hasOwn(values, name))
}

function fit(argument: Json, type: Json | undefined): Json {
  if (type === 'string') return toText(argument)
  if (type === 'number' || type === 'integer') return toExactNumber(argument) ?? argument
  if (type === 'boolean') return toBoolean(argument) ?? argument
  if (type !== 'object' && type !== 'array') return argument
  const json = toJson(argument)
  if (json === undefined) return argument
  return (type === 'array' ? isList(json) : isObject(json)) ? json : argument
}
