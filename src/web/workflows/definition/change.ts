import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import { forms, referencesOf, withValueAt } from '../../columns/forms.ts'
import type { Config, Definition, Edge, Node } from './definition.ts'

const namesIn = ({ nodes, inputs }: Definition): ReadonlySet<string> =>
  new Set([...nodes.map(({ name }) => name), ...Object.keys(inputs)])

/** Why a name cannot be used; undefined if it can. */
export function nameProblem(definition: Definition, name: string, self: string | null): string | undefined {
  if (name === '') return 'Enter a name.'
  if (name !== self && namesIn(definition).has(name)) return `The name “${name}” is already used.`
  return undefined
}

/** An unused name that begins with `name`. */
export function freeName(definition: Definition, preferred: string): string {
  const usedNames = namesIn(definition)
  let name = preferred
  for (let next = 2; usedNames.has(name); next++) name = `${preferred} ${next}`
  return name
}

export function withNode(
  definition: Definition,
  type: ColumnTypeName,
  preferred: string,
): [Definition, string] {
  const name = freeName(definition, preferred)
  const isFirst = definition.nodes.length === 0
  const node: Node = {
    name,
    type,
    config: forms[type].start ?? {},
    dependencies: [],
    isOutput: isFirst,
  }
  return [{ ...definition, nodes: [...definition.nodes, node] }, name]
}

export const changeNode = (definition: Definition, name: string, change: Partial<Node>): Definition => ({
  ...definition,
  nodes: definition.nodes.map((node) => (node.name === name ? { ...node, ...change } : node)),
})

export const withoutNode = (definition: Definition, name: string): Definition => ({
  ...definition,
  nodes: definition.nodes.filter((node) => node.name !== name).map((node) => withoutDependency(node, name)),
  edges: definition.edges.filter(({ source, target }) => source !== name && target !== name),
})

const withoutDependency = (node: Node, name: string): Node =>
  node.dependencies.includes(name)
    ? { ...node, dependencies: node.dependencies.filter((dependency) => dependency !== name) }
    : node

/** Makes the second node wait for the first. */
export function withEdge(definition: Definition, source: string, target: string): Definition {
  const node = definition.nodes.find(({ name }) => name === target)
  if (source === target || !node || node.dependencies.includes(source)) return definition
  return changeNode(definition, target, { dependencies: [...node.dependencies, source] })
}

/**
 * Removes the dependency and the condition. References in the target's config stay, because only an edit of
 * the config can remove them.
 */
export function disconnected(definition: Definition, source: string, target: string): Definition {
  return {
    ...definition,
    nodes: definition.nodes.map((node) => (node.name === target ? withoutDependency(node, source) : node)),
    edges: definition.edges.filter((edge) => edge.source !== source || edge.target !== target),
  }
}

/** Sets the condition of an edge. Null removes the condition; the target still depends on the source. */
export function withCondition(
  definition: Definition,
  source: string,
  target: string,
  condition: Pick<Edge, 'isAnd' | 'conditionals'> | null,
): Definition {
  const isSameEdge = (edge: Edge) => edge.source === source && edge.target === target
  if (condition === null)
    return withEdge(
      { ...definition, edges: definition.edges.filter((edge) => !isSameEdge(edge)) },
      source,
      target,
    )
  const edge = { source, target, ...condition }
  return {
    ...definition,
    edges: definition.edges.some(isSameEdge)
      ? definition.edges.map((other) => (isSameEdge(other) ? edge : other))
      : [...definition.edges, edge],
  }
}

/** Renames a node, with all references to it. */
export function withNodeRenamed(definition: Definition, from: string, to: string): Definition {
  const renamed = (name: string) => (name === from ? to : name)
  return {
    nodes: definition.nodes.map((node) => ({
      ...node,
      name: renamed(node.name),
      config: configRenamed(node, from, to),
      dependencies: node.dependencies.map(renamed),
    })),
    edges: definition.edges.map((edge) => ({
      ...edge,
      source: renamed(edge.source),
      target: renamed(edge.target),
      conditionals: edge.conditionals.map((conditional) => sidesRenamed(conditional, from, to)),
    })),
    inputs: Object.fromEntries(
      Object.entries(definition.inputs).map(([name, type]) => [renamed(name), type]),
    ),
  }
}

const isMapping = /(^|\.)(prompt_template_variable_mappings|input_mappings|variables?_mappings)\./

/**
 * Renames a node in a config. Code and formats stay as typed; the server reports names that are missing then.
 */
function configRenamed({ type, config }: Node, from: string, to: string): Config {
  let changed = config
  for (const { path, target } of referencesOf(type, config)) {
    if (target !== from || path === 'code') continue
    // Keys of mappings may contain dots, so they are not paths.
    const mapping = isMapping.exec(path)
    if (!mapping) changed = withValueAt(changed, path, to)
    else changed = mappingRenamed(changed, path.slice(0, mapping.index + mapping[0].length - 1), from, to)
  }
  return changed
}

function mappingRenamed(config: Config, path: string, from: string, to: string): Config {
  const [step, ...rest] = path.split('.')
  const inside = (config[step!] ?? {}) as Config
  return {
    ...config,
    [step!]:
      rest.length > 0
        ? mappingRenamed(inside, rest.join('.'), from, to)
        : Object.fromEntries(
            Object.entries(inside).map(([name, value]) => [name, value === from ? to : value]),
          ),
  }
}

function sidesRenamed(conditional: Config, from: string, to: string): Config {
  let changed = conditional
  for (const side of ['left_config', 'right_config'])
    if ((conditional[side] as Config | undefined)?.['source'] === from)
      changed = withValueAt(changed, `${side}.source`, to)
  return changed
}
