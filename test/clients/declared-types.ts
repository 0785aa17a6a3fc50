import { join } from 'node:path'
import ts from 'typescript'

/** A JSON Schema, and the named schemas that it refers to. */
export interface DeclaredTypes {
  readonly types: Readonly<Record<string, object>>
  readonly definitions: Readonly<Record<string, object>>
}

/**
 * JSON Schemas of types that a package declares, written as expressions over its exports. An optional property may be
 * null: the vendor's own API sends null there.
 */
export function declaredTypes(
  packageFile: string,
  imported: readonly string[],
  expressions: Readonly<Record<string, string>>,
): DeclaredTypes {
  const file = join(packageFile, '../declared-types.ts')
  const names = Object.keys(expressions)
  const text = [
    `import { ${imported.join(', ')} } from './index'`,
    ...names.map((name, index) => `export type T${index} = ${expressions[name]}`),
  ].join('\n')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (path) => path === file || fileExists(path)
  host.getSourceFile = (path, ...rest) =>
    path === file
      ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
      : getSourceFile(path, ...rest)
  const program = ts.createProgram([file], options, host)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)!
  const schemas = new Schemas(checker, source)
  const types: Record<string, object> = {}
  for (const statement of source.statements)
    if (ts.isTypeAliasDeclaration(statement))
      types[names[Number(statement.name.text.slice(1))]!] = schemas.of(checker.getTypeAtLocation(statement))
  return { types, definitions: schemas.definitions }
}

/** Classes of the platform, whose values JSON does not show. */
const opaque = new Set([
  'ArrayBuffer',
  'Date',
  'AsyncIterable',
  'AsyncGenerator',
  'ReadableStream',
  'Promise',
])

class Schemas {
  readonly definitions: Record<string, object> = {}
  readonly #names = new Map<ts.Type, string>()
  readonly #checker: ts.TypeChecker
  readonly #place: ts.Node

  constructor(checker: ts.TypeChecker, node: ts.Node) {
    this.#checker = checker
    this.#place = node
  }

  of(type: ts.Type): object {
    const { flags } = type
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.VoidLike)) return {}
    if (type.isLiteral()) return { const: type.value }
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.#checker.typeToString(type) === 'true' }
    if (flags & ts.TypeFlags.StringLike) return { type: 'string' }
    if (flags & ts.TypeFlags.NumberLike) return { type: 'number' }
    if (flags & ts.TypeFlags.Null) return { type: 'null' }
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    if (type.isUnion()) return this.#unionOf(type)
    if (flags & ts.TypeFlags.Never) return { not: {} }
    return this.#reference(type)
  }

  #unionOf(type: ts.UnionType): object {
    const kinds = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    const schemas = kinds.map((kind) => this.of(kind))
    return schemas.length === 1 ? schemas[0]! : { anyOf: schemas }
  }

  /** Object types may contain themselves. */
  #reference(type: ts.Type): object {
    let name = this.#names.get(type)
    if (name === undefined) {
      name = `${type.aliasSymbol?.name ?? type.symbol?.name ?? 'type'}-${this.#names.size}`
      this.#names.set(type, name)
      this.definitions[name] = this.#objectOf(type)
    }
    return { $ref: `#/definitions/${name}` }
  }

  #objectOf(type: ts.Type): object {
    const checker = this.#checker
    if (checker.isTupleType(type) || checker.isArrayType(type)) {
      const items = checker.getTypeArguments(type as ts.TypeReference).map((item) => this.of(item))
      return { type: 'array', items: items.length === 1 ? items[0] : { anyOf: items } }
    }
    if (opaque.has(type.symbol?.name ?? '') || type.getCallSignatures().length > 0) return {}
    const properties: Record<string, object> = {}
    const required: string[] = []
    for (const property of type.getProperties()) {
      const schema = this.of(checker.getTypeOfSymbolAtLocation(property, this.#place))
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
      properties[property.name] = isOptional ? { anyOf: [schema, { type: 'null' }] } : schema
      if (!isOptional) required.push(property.name)
    }
    const index = type.getStringIndexType()
    return { type: 'object', properties, required, ...(index && { additionalProperties: this.of(index) }) }
  }
}
