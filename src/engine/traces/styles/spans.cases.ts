import { valueOfJson } from '../limits.ts'
import type { Span } from '../span.ts'

/** A span with these attributes; what they leave open is the same for all. */
export function spanWith(attributes: Record<string, unknown>, rest: Partial<Span> = {}): Span {
  return {
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: 'eee19b7ec3c1b174',
    parentSpanId: null,
    traceState: '',
    name: 'a step',
    kind: 'CLIENT',
    startedAt: 1_795_168_800_000_000_000n,
    endedAt: 1_795_168_801_250_000_000n,
    status: 'UNSET',
    statusMessage: null,
    attributes: attributesOf(attributes),
    events: [],
    links: [],
    resource: new Map(),
    schemaUrl: '',
    scope: { name: '', version: '' },
    ...rest,
  }
}

export const attributesOf = (attributes: Record<string, unknown>): Span['attributes'] =>
  new Map(Object.entries(attributes).map(([key, value]) => [key, valueOfJson(value)]))

export const event = (name: string, attributes: Record<string, unknown>) => ({
  name,
  time: 1_795_168_800_000_000_000n,
  attributes: attributesOf(attributes),
})

const json = (value: unknown) => JSON.stringify(value)
const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const weather = { type: 'function', name: 'weather', description: 'The weather', parameters }

/** What every case below says, in its own way. */
export const conversation = {
  model: 'gpt-4o-mini',
  said: [
    'system: Be kind.',
    'user: Weather?',
    'assistant: weather({"city":"Oslo"})',
    'tool: rain',
    'assistant: It rains.',
  ],
  tokens: [21, 5, 8, 2],
  temperature: 0.5,
  finishReason: 'stop',
  tool: 'weather',
}

const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }

/** The same conversation in each style; the names say who writes it so. */
export const styleCases: Record<string, { style: string; span: Span }> = {
  'GenAI conventions 1.37 and later, as attributes': {
    style: 'gen_ai',
    span: spanWith({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.response.model': 'gpt-4o-mini-2024-07-18',
      'gen_ai.request.temperature': 0.5,
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 21,
      'gen_ai.usage.output_tokens': 5,
      'gen_ai.usage.cache_read.input_tokens': 8,
      'gen_ai.usage.reasoning.output_tokens': 2,
      'gen_ai.system_instructions': json([{ type: 'text', content: 'Be kind.' }]),
      'gen_ai.input.messages': json([
        { role: 'user', parts: [{ type: 'text', content: 'Weather?' }] },
        {
          role: 'assistant',
          parts: [{ type: 'tool_call', id: 'call_1', name: 'weather', arguments: { city: 'Oslo' } }],
        },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_1', response: 'rain' }] },
      ]),
      'gen_ai.output.messages': json([
        { role: 'assistant', parts: [{ type: 'text', content: 'It rains.' }], finish_reason: 'stop' },
      ]),
      'gen_ai.tool.definitions': json([weather]),
    }),
  },
  'GenAI conventions 1.28 to 1.36, as events of the span': {
    style: 'gen_ai',
    span: spanWith(
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.system': 'openai',
        'gen_ai.request.model': 'gpt-4o-mini',
        'gen_ai.request.temperature': 0.5,
        'gen_ai.response.finish_reasons': ['stop'],
        'gen_ai.usage.input_tokens': 21,
        'gen_ai.usage.output_tokens': 5,
        'gen_ai.usage.cached_tokens': 8,
        'gen_ai.usage.reasoning_tokens': 2,
        'gen_ai.request.tools': json([{ type: 'function', function: weather }]),
      },
      {
        events: [
          event('gen_ai.system.message', { 'gen_ai.system': 'openai', content: 'Be kind.' }),
          event('gen_ai.user.message', { content: 'Weather?' }),
          event('gen_ai.assistant.message', { tool_calls: json([call]) }),
          event('gen_ai.tool.message', { id: 'call_1', content: 'rain' }),
          event('gen_ai.choice', {
            index: 0,
            finish_reason: 'stop',
            message: json({ role: 'assistant', content: 'It rains.' }),
          }),
        ],
      },
    ),
  },
  'GenAI conventions before 1.28, usage by its old names': {
    style: 'gen_ai',
    span: spanWith(
      {
        'gen_ai.system': 'openai',
        'gen_ai.request.model': 'gpt-4o-mini',
        'gen_ai.request.temperature': 0.5,
        'gen_ai.response.finish_reason': 'stop',
        'gen_ai.usage.prompt_tokens': 21,
        'gen_ai.usage.completion_tokens': 5,
        'gen_ai.usage.cache_read_input_tokens': 8,
        'gen_ai.usage.reasoning_tokens': 2,
        'gen_ai.tool.definitions': [json(weather)],
      },
      {
        events: [
          event('gen_ai.content.prompt', {
            'gen_ai.prompt': json([
              { role: 'system', content: 'Be kind.' },
              { role: 'user', content: 'Weather?' },
              { role: 'assistant', content: null, tool_calls: [call] },
              { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
            ]),
          }),
          event('gen_ai.content.completion', {
            'gen_ai.completion': json([{ role: 'assistant', content: 'It rains.' }]),
          }),
        ],
      },
    ),
  },
  OpenInference: {
    style: 'openinference',
    span: spanWith({
      'openinference.span.kind': 'LLM',
      'llm.system': 'openai',
      'llm.model_name': 'gpt-4o-mini',
      'llm.invocation_parameters': json({ temperature: 0.5 }),
      'llm.finish_reason': 'stop',
      'llm.token_count.prompt': 21,
      'llm.token_count.completion': 5,
      'llm.token_count.total': 26,
      'llm.token_count.prompt_details.cache_read': 8,
      'llm.token_count.completion_details.reasoning': 2,
      'llm.input_messages.0.message.role': 'system',
      'llm.input_messages.0.message.content': 'Be kind.',
      'llm.input_messages.1.message.role': 'user',
      'llm.input_messages.1.message.contents.0.message_content.type': 'text',
      'llm.input_messages.1.message.contents.0.message_content.text': 'Weather?',
      'llm.input_messages.2.message.role': 'assistant',
      'llm.input_messages.2.message.tool_calls.0.tool_call.id': 'call_1',
      'llm.input_messages.2.message.tool_calls.0.tool_call.function.name': 'weather',
      'llm.input_messages.2.message.tool_calls.0.tool_call.function.arguments': '{"city":"Oslo"}',
      'llm.input_messages.3.message.role': 'tool',
      'llm.input_messages.3.message.tool_call_id': 'call_1',
      'llm.input_messages.3.message.content': 'rain',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'It rains.',
      'llm.tools.0.tool.json_schema': json({ type: 'function', function: weather }),
      'input.value': '{}',
      'input.mime_type': 'application/json',
      'output.value': 'It rains.',
      'output.mime_type': 'text/plain',
    }),
  },
  'Vercel AI SDK 5': {
    style: 'vercel_ai',
    span: spanWith({
      'operation.name': 'ai.generateText.doGenerate',
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.model.provider': 'openai.chat',
      'ai.model.id': 'gpt-4o-mini',
      'ai.settings.maxRetries': 2,
      'ai.prompt.messages': json([
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool-call', toolCallId: 'call_1', toolName: 'weather', input: { city: 'Oslo' } },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'call_1',
              toolName: 'weather',
              output: { type: 'text', value: 'rain' },
            },
          ],
        },
      ]),
      'ai.prompt.tools': [
        json({ type: 'function', name: 'weather', description: 'The weather', inputSchema: parameters }),
      ],
      'ai.prompt.toolChoice': json({ type: 'auto' }),
      'ai.response.text': 'It rains.',
      'ai.response.finishReason': 'stop',
      'ai.response.id': 'chatcmpl-1',
      'ai.usage.promptTokens': 21,
      'ai.usage.completionTokens': 5,
      'ai.usage.inputTokens': 21,
      'ai.usage.outputTokens': 5,
      'ai.usage.cachedInputTokens': 8,
      'ai.usage.reasoningTokens': 2,
      'gen_ai.system': 'openai.chat',
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.request.temperature': 0.5,
      'gen_ai.usage.input_tokens': 21,
      'gen_ai.usage.output_tokens': 5,
    }),
  },
  'Traceloop (OpenLLMetry), under LangChain': {
    style: 'traceloop',
    span: spanWith({
      'llm.request.type': 'chat',
      'gen_ai.system': 'Langchain',
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.request.temperature': '0.5',
      'gen_ai.prompt.0.role': 'system',
      'gen_ai.prompt.0.content': 'Be kind.',
      'gen_ai.prompt.1.role': 'user',
      'gen_ai.prompt.1.content': json([{ type: 'text', text: 'Weather?' }]),
      'gen_ai.prompt.2.role': 'assistant',
      'gen_ai.prompt.2.tool_calls.0.id': 'call_1',
      'gen_ai.prompt.2.tool_calls.0.name': 'weather',
      'gen_ai.prompt.2.tool_calls.0.arguments': '{"city":"Oslo"}',
      'gen_ai.prompt.3.role': 'tool',
      'gen_ai.prompt.3.tool_call_id': 'call_1',
      'gen_ai.prompt.3.content': 'rain',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': 'It rains.',
      'gen_ai.completion.0.finish_reason': 'stop',
      'gen_ai.usage.prompt_tokens': 21,
      'gen_ai.usage.completion_tokens': 5,
      'gen_ai.usage.cache_read_input_tokens': 8,
      'gen_ai.usage.reasoning_tokens': 2,
      'llm.usage.total_tokens': 26,
      'llm.request.functions.0.name': 'weather',
      'llm.request.functions.0.description': 'The weather',
      'llm.request.functions.0.parameters': json(parameters),
    }),
  },
  LiteLLM: {
    style: 'litellm',
    span: spanWith(
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.system': 'openai',
        'gen_ai.request.model': 'gpt-4o-mini',
        'gen_ai.request.temperature': '0.5',
        'llm.is_streaming': 'False',
        hidden_params: json({ response_cost: '0.002' }),
        'metadata.user_api_key_alias': 'None',
        'gen_ai.prompt.0.role': 'system',
        'gen_ai.prompt.0.content': 'Be kind.',
        'gen_ai.prompt.1.role': 'user',
        'gen_ai.prompt.1.content': 'Weather?',
        'gen_ai.prompt.2.role': 'assistant',
        'gen_ai.prompt.2.tool_calls': json([call]),
        'gen_ai.prompt.3.role': 'tool',
        'gen_ai.prompt.3.tool_call_id': 'call_1',
        'gen_ai.prompt.3.content': 'rain',
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.content': 'It rains.',
        'gen_ai.completion.0.finish_reason': 'stop',
        'gen_ai.usage.input_tokens': 21,
        'gen_ai.usage.output_tokens': 5,
        'gen_ai.usage.cache_read_input_tokens': 8,
        'gen_ai.usage.reasoning_tokens': 2,
        'llm.request.functions.0.name': 'weather',
        'llm.request.functions.0.description': 'The weather',
        'llm.request.functions.0.parameters': json(parameters),
      },
      { name: 'litellm_request', scope: { name: 'litellm', version: '' } },
    ),
  },
  'LangSmith, from LangChain': {
    style: 'langsmith',
    span: spanWith({
      'langsmith.span.kind': 'llm',
      'langsmith.trace.name': 'ChatOpenAI',
      'langsmith.metadata.ls_provider': 'openai',
      'langsmith.metadata.ls_model_name': 'gpt-4o-mini',
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.temperature': 0.5,
      'gen_ai.prompt': json({
        messages: [
          [
            {
              lc: 1,
              type: 'constructor',
              id: ['langchain', 'schema', 'messages', 'SystemMessage'],
              kwargs: { content: 'Be kind.', type: 'system' },
            },
            {
              lc: 1,
              type: 'constructor',
              id: ['langchain', 'schema', 'messages', 'HumanMessage'],
              kwargs: { content: 'Weather?', type: 'human' },
            },
            {
              lc: 1,
              type: 'constructor',
              id: ['langchain', 'schema', 'messages', 'AIMessage'],
              kwargs: {
                content: '',
                type: 'ai',
                tool_calls: [{ name: 'weather', args: { city: 'Oslo' }, id: 'call_1', type: 'tool_call' }],
              },
            },
            {
              lc: 1,
              type: 'constructor',
              id: ['langchain', 'schema', 'messages', 'ToolMessage'],
              kwargs: { content: 'rain', type: 'tool', tool_call_id: 'call_1' },
            },
          ],
        ],
      }),
      'gen_ai.completion': json({
        generations: [
          [
            {
              text: 'It rains.',
              generation_info: { finish_reason: 'stop' },
              message: {
                lc: 1,
                type: 'constructor',
                id: ['langchain', 'schema', 'messages', 'AIMessage'],
                kwargs: { content: 'It rains.', type: 'ai' },
              },
            },
          ],
        ],
        llm_output: { token_usage: { prompt_tokens: 21, completion_tokens: 5 } },
      }),
      'gen_ai.usage.input_token_details.cache_read': 8,
      'gen_ai.usage.output_token_details.reasoning': 2,
      tools: json([{ type: 'function', function: weather }]),
    }),
  },
  "Langfuse's SDKs": {
    style: 'langfuse',
    span: spanWith({
      'langfuse.observation.type': 'generation',
      'langfuse.observation.model.name': 'gpt-4o-mini',
      'langfuse.observation.model.parameters': json({ temperature: 0.5 }),
      'langfuse.observation.input': json({
        tools: [{ type: 'function', function: weather }],
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Weather?' },
          { role: 'assistant', content: null, tool_calls: [call] },
          { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
        ],
      }),
      'langfuse.observation.output': json({
        role: 'assistant',
        content: 'It rains.',
        finish_reason: 'stop',
      }),
      'langfuse.observation.usage_details': json({
        input: 13,
        input_cached_tokens: 8,
        output: 3,
        output_reasoning_tokens: 2,
        total: 26,
      }),
      'langfuse.observation.cost_details': json({ input: 0.1, output: 0.2, total: 0.3 }),
      'langfuse.trace.tags': ['trial'],
      'langfuse.observation.metadata.team': 'support',
    }),
  },
  'Logfire around the SDK of OpenAI': {
    style: 'logfire',
    span: spanWith(
      {
        request_data: json({
          model: 'gpt-4o-mini',
          temperature: 0.5,
          tools: [{ type: 'function', function: weather }],
          messages: [
            { role: 'system', content: 'Be kind.' },
            { role: 'user', content: 'Weather?' },
            { role: 'assistant', content: null, tool_calls: [call] },
            { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
          ],
        }),
        response_data: json({
          message: { role: 'assistant', content: 'It rains.' },
          usage: {
            prompt_tokens: 21,
            completion_tokens: 5,
            prompt_tokens_details: { cached_tokens: 8 },
            completion_tokens_details: { reasoning_tokens: 2 },
          },
        }),
        'gen_ai.system': 'openai',
        'gen_ai.request.model': 'gpt-4o-mini',
        'gen_ai.response.model': 'gpt-4o-mini-2024-07-18',
        'gen_ai.response.finish_reasons': ['stop'],
        'logfire.msg': "Chat Completion with 'gpt-4o-mini'",
        'operation.cost': 0.0001,
        async: false,
      },
      { scope: { name: 'logfire.openai', version: '4.0.0' } },
    ),
  },
}
