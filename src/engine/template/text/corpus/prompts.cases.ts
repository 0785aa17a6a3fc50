import type { CaseRow } from './case-row.ts'

/** Variables of a chat with documents and tools, which most of the cases render. */
const INPUT = {
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ],
  docs: [
    { title: 'A', text: 'alpha', score: 0.91 },
    { title: 'B', text: 'beta', score: 0.5 },
  ],
  user: { name: 'Zoë', plan: null, tags: ['x', 'y'] },
  question: 'Why?',
  tools: [{ name: 'search', parameters: { q: { type: 'string', required: true } } }],
}

export const PROMPTS: readonly CaseRow[] = [
  [
    'prompts 1',
    'You are a helpful assistant.\n\n{% for m in messages -%}\n{{ m.role|upper }}: {{ m.content }}\n{% endfor %}ASSISTANT:',
    INPUT,
    'You are a helpful assistant.\n\nUSER: Hi\nASSISTANT: Hello\nASSISTANT:',
  ],
  [
    'prompts 2',
    "{% for d in docs|sort(attribute='score', reverse=true) %}[{{ loop.index }}] {{ d.title }} ({{ '%.0f%%' % (d.score * 100) }}): {{ d.text|truncate(10) }}\n{% endfor %}\nQuestion: {{ question }}",
    INPUT,
    '[1] A (91%): alpha\n[2] B (50%): beta\n\nQuestion: Why?',
  ],
  [
    'prompts 3',
    "{%- if user.plan %}Plan: {{ user.plan }}{% else %}No plan for {{ user.name }}{% endif %} tags={{ user.tags|join(', ') }}",
    INPUT,
    'No plan for Zoë tags=x, y',
  ],
  [
    'prompts 4',
    'Answer as JSON: {"answer": "...", "sources": [1, 2]}\n{{ question }}',
    INPUT,
    'Answer as JSON: {"answer": "...", "sources": [1, 2]}\nWhy?',
  ],
  [
    'prompts 5',
    '{{ tools|tojson(indent=2) }}',
    INPUT,
    '[\n  {\n    "name": "search",\n    "parameters": {\n      "q": {\n        "required": true,\n        "type": "string"\n      }\n    }\n  }\n]',
  ],
  [
    'prompts 6',
    '{{ tools }}',
    INPUT,
    "[{'name': 'search', 'parameters': {'q': {'type': 'string', 'required': True}}}]",
  ],
  [
    'prompts 7',
    "{% for t in tools %}- {{ t.name }}({% for k, v in t.parameters.items() %}{{ k }}: {{ v.type }}{{ '' if v.required else '?' }}{{ ', ' if not loop.last }}{% endfor %})\n{% endfor %}",
    INPUT,
    '- search(q: string)\n',
  ],
  [
    'prompts 8',
    "{% set high = docs|selectattr('score', 'gt', 0.6)|list %}{% if high|length > 0 %}{{ high|length }} good{% endif %}",
    INPUT,
    '1 good',
  ],
  [
    'prompts 9',
    '{% set ns = namespace(total=0) %}{% for d in docs %}{% set ns.total = ns.total + d.score %}{% endfor %}{{ ns.total|round(2) }}',
    INPUT,
    '1.41',
  ],
  [
    'prompts 10',
    "<|im_start|>system\n{{ system|default('You are kind.') }}<|im_end|>\n{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content']|trim }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}",
    { ...INPUT, add_generation_prompt: true },
    '<|im_start|>system\nYou are kind.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHello<|im_end|>\n<|im_start|>assistant\n',
  ],
  [
    'prompts 11',
    "{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ bad() }}{% endif %}{{ '[INST] ' ~ m.content ~ ' [/INST]' if m.role == 'user' else ' ' ~ m.content ~ '</s>' }}{% endfor %}",
    INPUT,
    '[INST] Hi [/INST] Hello</s>',
  ],
  [
    'prompts 12',
    "{# header #}\n{%- macro example(q, a) -%}\nQ: {{ q }}\nA: {{ a }}\n{%- endmacro %}\n{{ example('1+1', 2) }}\n\n{{ example('2+2', 4) }}",
    {},
    '\nQ: 1+1\nA: 2\n\nQ: 2+2\nA: 4',
  ],
  [
    'prompts 13',
    "Translate {{ text|tojson }} to {{ lang or 'French' }}.",
    { text: 'He said "hi" & left' },
    'Translate "He said \\"hi\\" \\u0026 left" to French.',
  ],
  [
    'prompts 14',
    "| Name | Score |\n|---|---|\n{% for d in docs %}| {{ d.title.ljust(4) }} | {{ '%6.2f' % d.score }} |\n{% endfor %}",
    INPUT,
    '| Name | Score |\n|---|---|\n| A    |   0.91 |\n| B    |   0.50 |\n',
  ],
  [
    'prompts 15',
    "{{ user.address.city|default('unknown') }} {{ user.plan|default('free', true) }} {{ user.plan }} {{ user.nope.deeper }}",
    INPUT,
    'unknown free None ',
  ],
  [
    'prompts 16',
    '{% if docs %}Context:\n{% for d in docs %}{{ d.text|indent(4, true) }}\n{% endfor %}{% endif %}Q: {{ question }}',
    INPUT,
    'Context:\n    alpha\n    beta\nQ: Why?',
  ],
  [
    'prompts 17',
    "{% set items = ['b','a'] %}{{ (items + ['c'])|sort|join(' > ') }}; last={{ items[-1] }}; n={{ items|length }}",
    {},
    'a > b > c; last=a; n=2',
  ],
  [
    'prompts 18',
    "```json\n{{ {'role': 'user', 'n': [1, 2]}|tojson }}\n```\n```python\nx = {\"a\": {{ value }}}\n```",
    { value: 3 },
    '```json\n{"n": [1, 2], "role": "user"}\n```\n```python\nx = {"a": 3}\n```',
  ],
  [
    'prompts 19',
    "{{ 'yes' if 'admin' in roles else 'no' }}{{ roles|map('title')|join('/') }}",
    { roles: ['admin', 'dev'] },
    'yesAdmin/Dev',
  ],
  [
    'prompts 20',
    '{% raw %}Use {{variable}} and {% if %}{% endraw %} in {{ tool }}',
    { tool: 'Galley' },
    'Use {{variable}} and {% if %} in Galley',
  ],
  [
    'prompts 21',
    "{{ (price * qty)|round(2) }} {{ '{:,.2f}'.format(price * 1000) }} {{ price // 1 }} {{ qty / 2 }}",
    { price: 19.99, qty: 3 },
    '59.97 19,990.00 19.0 1.5',
  ],
  [
    'prompts 22',
    "{{ history[-2:]|map(attribute='content')|list }} {{ history[:1] }}",
    {
      history: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
      ],
    },
    "['Hi', 'Hello'] [{'role': 'user', 'content': 'Hi'}]",
  ],
]
