import type { Json } from '../json/json.ts'
import type { PromptTemplate } from '../template/blueprint/index.ts'

/** Work that a column cannot do itself: the server does it and passes the answer to `complete`. */
export type Need =
  | PromptNeed
  | JudgeNeed
  | EmbeddingNeed
  | HttpNeed
  | CodeNeed
  | McpNeed
  | WorkflowNeed
  /** Loads a part of the engine on first use; the answer is null. */
  | { readonly kind: 'library'; readonly library: 'xml' }
  /** A person answers; until then the cell has no value. */
  | { readonly kind: 'human' }
  /** All needs, in any order; the answers are a list in the same order. */
  | { readonly kind: 'all'; readonly needs: readonly Need[] }

/** A template of the registry, or an inline one, run by a model or only rendered. */
export interface PromptNeed {
  readonly kind: 'prompt'
  readonly template: TemplateChoice
  readonly variables: Readonly<Record<string, Json>>
  readonly model?: ModelChoice
  /** Messages appended to the chat. */
  readonly history?: readonly Json[]
  /** Returns the rendered template without calling a model. */
  readonly templateOnly?: boolean
  /** False keeps the template's variables unfilled. */
  readonly hydrate?: boolean
  /** Returns the whole response instead of its text or JSON. */
  readonly verbose?: boolean
  /** Reads the answer as a stream, which takes more processor time. */
  readonly measuresFirstToken?: boolean
}

export type TemplateChoice =
  | { readonly name: string; readonly version?: number; readonly label?: string }
  | { readonly id: number; readonly version?: number; readonly label?: string }
  | {
      readonly inline: PromptTemplate
      readonly model?: ModelChoice
      /** The connection that calls the model, by id or name. Absent: that of the provider. */
      readonly connection?: {
        readonly provider_id?: number | null | undefined
        readonly provider_base_url_name?: string | null | undefined
      }
    }

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
  /** JSON Schema of the answer; the server returns the parsed value. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Replaces the workspace's evaluator model. */
  readonly model?: ModelChoice
  /** One of several repeated calls, whose answers must be independent. */
  readonly isRepeated?: boolean
}

/** The answer is a list of vectors, one for each text. */
export interface EmbeddingNeed {
  readonly kind: 'embedding'
  readonly texts: readonly string[]
  readonly model?: string
}

/**
 * A POST. Header values may contain environment variables as `{{NAME}}`, which the server inserts. The answer is
 * `{status, body}` with the body as text, whatever the status; an unreachable address is a failure.
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
  /** Body of a function of `data`. */
  readonly code: string
  readonly data: Json
  /** At most six minutes, without the wait for a runner. */
  readonly deadlineMilliseconds: number
  /** `processor`: after the deadline, the code may use as much processor time again. For code that only computes. */
  readonly clock?: 'wall' | 'processor'
}

/**
 * The answer is an MCP tool result: `{content, structuredContent?, isError?}`. Arguments are raw cell values; the
 * server has the tool's schema and calls `fitArguments` first.
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
  /** Fails before the run if an input has no source. */
  readonly everyInput?: true
}

/** The server's answer to a need. The failure's message is readable by people. */
export type Answer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly failure: Failure }

/** Reason why a cell has no value: a stable code, and a message that names the column or the argument. */
export interface Failure {
  readonly code: string
  readonly message: string
}
