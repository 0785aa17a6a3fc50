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
  /** A part of the engine that is loaded when it is first used; the answer is null. */
  | { readonly kind: 'library'; readonly library: 'xml' }
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
  /** False leaves the variables of the template unfilled. */
  readonly hydrate?: boolean
  /** The answer is the whole response, not its text or JSON alone. */
  readonly verbose?: boolean
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
  /** Instead of the workspace's evaluator model. */
  readonly model?: ModelChoice
  /** Asked several times, for answers that are independent of each other. */
  readonly isRepeated?: boolean
}

/** The answer is a list of vectors, one for each text. */
export interface EmbeddingNeed {
  readonly kind: 'embedding'
  readonly texts: readonly string[]
  readonly model?: string
}

/**
 * A POST. Header values may name environment variables as `{{NAME}}`; the shell fills them in. The
 * answer is `{status, body}` with the body as text, whatever the status; failing to connect is a failure.
 */
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
  /** At most six minutes, not counting the wait for a runner. */
  readonly deadlineMilliseconds: number
}

/**
 * The answer is the tool's result as MCP has it: `{content, structuredContent?, isError?}`. Arguments
 * are as the cells hold them; the shell, which knows the tool's schema, calls `fitArguments` first.
 */
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
  /** It must not begin while one of its inputs has no source. */
  readonly everyInput?: true
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
