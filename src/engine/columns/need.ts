import type { PromptTemplate } from '../template/blueprint/index.ts'
import type { Json } from './json.ts'

/** What a column cannot do by itself: the shell does it and gives the answer to `complete`. */
export type Need =
  | PromptNeed
  | JudgeNeed
  | EmbeddingNeed
  | HttpNeed
  | CodeNeed
  | McpNeed
  | WorkflowNeed
  /** A person answers; the cell stays without a value until then. */
  | { readonly kind: 'human' }
  /** All of them, in any order; the answers come as a list in the same order. */
  | { readonly kind: 'all'; readonly needs: readonly Need[] }

/** A template of the registry, or one given inline, run by a model (or only filled in). */
export interface PromptNeed {
  readonly kind: 'prompt'
  readonly template: TemplateChoice
  readonly variables: Readonly<Record<string, Json>>
  readonly model?: ModelChoice
  /** Messages appended to the end of the chat. */
  readonly history?: readonly Json[]
  /** The filled template is the answer; no model is called. */
  readonly templateOnly?: boolean
}

export type TemplateChoice =
  | { readonly name: string; readonly version?: number; readonly label?: string }
  | { readonly id: number; readonly version?: number; readonly label?: string }
  | { readonly inline: PromptTemplate; readonly model?: ModelChoice }

export interface ModelChoice {
  readonly provider: string
  readonly name: string
  readonly parameters?: Readonly<Record<string, unknown>>
}

/** Galley's own evaluator prompt, run by the workspace's evaluator model with the given answer schema. */
export interface JudgeNeed {
  readonly kind: 'judge'
  readonly system: string
  readonly user: string
  /** JSON Schema of the answer; the shell answers with the parsed value. */
  readonly schema: Readonly<Record<string, unknown>>
}

export interface EmbeddingNeed {
  readonly kind: 'embedding'
  readonly texts: readonly string[]
}

/** Header values may name environment variables as `{{NAME}}`; the shell fills them in. */
export interface HttpNeed {
  readonly kind: 'http'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
  readonly timeoutMilliseconds: number
}

export interface CodeNeed {
  readonly kind: 'code'
  readonly language: 'javascript' | 'python'
  /** The body of a function of `data`. */
  readonly code: string
  readonly data: Json
}

export interface McpNeed {
  readonly kind: 'mcp'
  readonly server: number
  readonly tool: string
  readonly arguments: Readonly<Record<string, Json>>
}

export interface WorkflowNeed {
  readonly kind: 'workflow'
  readonly workflow: number | string
  readonly version?: number
  readonly versionId?: number
  readonly label?: string
  readonly variables: Readonly<Record<string, Json>>
  readonly allOutputs: boolean
}

/** How the shell answered a need. A failure keeps the text a person may read. */
export type Answer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly failure: Failure }

/** Why a cell has no value: a stable code, and a message that names the column or the argument. */
export interface Failure {
  readonly code: string
  readonly message: string
}
