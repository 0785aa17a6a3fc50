import type { Source } from './compiled.ts'
import type { WorkflowDefinition } from './definition.ts'
import { workflowRefusal } from './refused.ts'

/** Resolves the names of a definition, which are unique over nodes and input variables. */
export class Names {
  readonly #sources = new Map<string, Source>()
  readonly #inputs: (readonly [string, Source])[]

  constructor({ nodes, inputs }: WorkflowDefinition) {
    this.#inputs = Object.keys(inputs).map((name) => [name, { kind: 'input', name }] as const)
    for (const [name, source] of this.#inputs) this.#sources.set(name, source)
    for (const [index, { name }] of nodes.entries()) {
      const other = this.#sources.get(name)
      if (other) {
        const subject = other.kind === 'node' ? 'Two nodes are' : 'A node and an input variable are'
        throw workflowRefusal(['nodes', String(index), 'name'], `${subject} called "${name}".`)
      }
      this.#sources.set(name, { kind: 'node', index })
    }
  }

  find(name: string): Source | undefined {
    return this.#sources.get(name)
  }

  node(name: string): number | undefined {
    const source = this.#sources.get(name)
    return source?.kind === 'node' ? source.index : undefined
  }

  inputs(): readonly (readonly [string, Source])[] {
    return this.#inputs
  }
}
