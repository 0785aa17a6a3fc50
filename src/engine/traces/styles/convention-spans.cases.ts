import { call, event, json, type StyleCase, spanWith, weather } from './span-parts.cases.ts'

/** The conversation in each version of OpenTelemetry's conventions. */
export const conventionSpans: Record<string, StyleCase> = {
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
}
