import { detailsOf } from '../details.ts'
import { type Fields, isFields } from '../json/fields.ts'
import { Refusal } from '../refusal.ts'
import { type ContentBlock, type Message, PromptTemplate, TemplateFormat } from './blueprint/index.ts'
import type { Loc } from './map-texts.ts'

/** LangChain templates in the form of promptlayer 0.5: `ChatPromptTemplate` and `PromptTemplate`. */

const chatType = 'chat_promptlayer_langchain'

interface LangChainPrompt {
  readonly _type: 'prompt'
  readonly input_variables: readonly string[]
  readonly output_parser: null
  readonly partial_variables: Record<string, never>
  readonly template: string
  readonly template_format: TemplateFormat
  readonly validate_template: false
}

interface LangChainChat {
  readonly _type: typeof chatType
  readonly input_variables: readonly string[]
  readonly output_parser: null
  readonly partial_variables: Record<string, never>
  readonly messages: readonly {
    readonly role: string
    readonly prompt: LangChainPrompt
    readonly additional_kwargs: Record<string, never>
  }[]
}

/** promptlayer 0.5 has no developer role for LangChain. */
const langChainRoles: Partial<Record<Message['role'], string>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
}
const readableRoles = new Set(['system', 'user', 'assistant'])

/** @throws Refusal 'bad_request' unless all messages are texts of the system, user or assistant. */
export function toLangChain(template: PromptTemplate): LangChainPrompt | LangChainChat {
  if (template.type === 'completion') return promptOf(template, template.content, 'content')
  return {
    _type: chatType,
    input_variables: template.input_variables,
    output_parser: null,
    partial_variables: {},
    messages: template.messages.map((message, index) => {
      const role = langChainRoles[message.role]
      if (!role) throw notText(`messages.${index}`, `a message with the role ${message.role}`)
      return {
        role,
        prompt: promptOf(message, message.content ?? [], `messages.${index}.content`),
        additional_kwargs: {},
      }
    }),
  }
}

type TextFields = Pick<Message, 'input_variables' | 'template_format'>

const promptOf = (
  { input_variables, template_format }: TextFields,
  content: readonly ContentBlock[],
  path: string,
): LangChainPrompt => ({
  _type: 'prompt',
  input_variables,
  output_parser: null,
  partial_variables: {},
  template: content.map((block) => textOf(block, path)).join(''),
  template_format,
  validate_template: false,
})

function textOf(block: ContentBlock, path: string): string {
  if (block.type !== 'text') throw notText(path, `a block of the type ${block.type}`)
  return block.text
}

const notText = (path: string, problem: string): Refusal =>
  new Refusal('bad_request', `${path} is ${problem}, which the form of promptlayer 0.5 cannot hold.`)

/**
 * Reads a LangChain template or a prompt blueprint.
 * @throws Refusal 'invalid'; `data.loc` starts at the template.
 */
export function fromLangChain(template: Fields): PromptTemplate {
  if (template['type'] === 'chat' || template['type'] === 'completion') return parseTemplate(template)
  if (Array.isArray(template['messages'])) {
    refusePartialVariables(template, [])
    return parseTemplate({ type: 'chat', messages: template['messages'].map(messageOf) })
  }
  if (typeof template['template'] === 'string')
    return parseTemplate({ type: 'completion', ...textFieldsOf(template, []) })
  throw invalid([], "must be LangChain's ChatPromptTemplate or PromptTemplate, or a prompt blueprint")
}

function messageOf(message: unknown, index: number): unknown {
  const loc = ['messages', index]
  if (!isFields(message)) throw invalid(loc, 'must be an object')
  const { role, prompt } = message
  if (typeof role !== 'string' || !readableRoles.has(role))
    throw invalid([...loc, 'role'], 'must be system, user or assistant')
  if (!isFields(prompt)) throw invalid([...loc, 'prompt'], 'must be a PromptTemplate')
  return { role, ...textFieldsOf(prompt, [...loc, 'prompt']) }
}

function textFieldsOf(prompt: Fields, loc: Loc) {
  const { template, template_format: templateFormat } = prompt
  if (typeof template !== 'string') throw invalid([...loc, 'template'], 'must be a text')
  refusePartialVariables(prompt, loc)
  const format = TemplateFormat.safeParse(templateFormat ?? 'f-string')
  if (!format.success) throw invalid([...loc, 'template_format'], 'must be f-string or jinja2')
  return { content: [{ type: 'text', text: template }], template_format: format.data }
}

function refusePartialVariables({ partial_variables: partials }: Fields, loc: Loc): void {
  if (isFields(partials) && Object.keys(partials).length > 0)
    throw invalid([...loc, 'partial_variables'], 'must be empty: templates here have no partial variables')
}

function parseTemplate(blueprint: unknown): PromptTemplate {
  const { success, data, error } = PromptTemplate.safeParse(blueprint, { reportInput: true })
  if (success) return data
  const [first] = detailsOf(error, [])
  throw invalid(first?.loc ?? [], first?.msg ?? 'is not a template')
}

const invalid = (loc: Loc, message: string): Refusal => new Refusal('invalid', message, { loc })
